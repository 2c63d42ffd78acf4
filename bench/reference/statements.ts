/** Creates the tables of the reference server, in a schema of their own. */
export const schema = `
CREATE SCHEMA reference;
CREATE TABLE reference.session (
  merchant_id text NOT NULL, id text NOT NULL, status text NOT NULL, amount_minor int NOT NULL,
  currency text NOT NULL, cart_version int NOT NULL, buyer_reference text NOT NULL,
  metadata jsonb NOT NULL, expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id));
CREATE TABLE reference.cart_version (
  merchant_id text NOT NULL, session_id text NOT NULL, version int NOT NULL, snapshot jsonb NOT NULL,
  PRIMARY KEY (merchant_id, session_id, version));
CREATE TABLE reference.event (
  merchant_id text NOT NULL, id text NOT NULL, session_id text NOT NULL, type text NOT NULL,
  payload json NOT NULL, created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, id));
CREATE TABLE reference.idempotency_record (
  merchant_id text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, outcome json NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, key));
CREATE TABLE reference.attempt (
  merchant_id text NOT NULL, session_id text NOT NULL, id text NOT NULL, status text NOT NULL,
  version int NOT NULL,
  PRIMARY KEY (merchant_id, session_id));
`;

/**
 * Writes a session, its cart version, its event and its idempotency record; writes nothing and
 * returns no row if the idempotency key is used. Parameters: merchant, session id, event id,
 * idempotency key, fingerprint, amount, currency, buyer reference, cart, event payload.
 */
export const createStatement = `
WITH claimed AS (
  INSERT INTO reference.idempotency_record (merchant_id, key, fingerprint, outcome, created_at)
  VALUES ($1, $4, $5, json_build_object('id', $2::text, 'status', 'created'), now())
  ON CONFLICT DO NOTHING RETURNING merchant_id, created_at
), session AS (
  INSERT INTO reference.session (merchant_id, id, status, amount_minor, currency, cart_version,
    buyer_reference, metadata, expires_at, created_at)
  SELECT merchant_id, $2, 'created', $6::int, $7, 1, $8, '{}', created_at + interval '1 day', created_at
  FROM claimed RETURNING id, status, expires_at
), cart AS (
  INSERT INTO reference.cart_version (merchant_id, session_id, version, snapshot)
  SELECT merchant_id, $2, 1, $9::jsonb FROM claimed
), event AS (
  INSERT INTO reference.event (merchant_id, id, session_id, type, payload, created_at)
  SELECT merchant_id, $3, $2, 'session.created', $10::json, created_at FROM claimed
)
SELECT id, status, expires_at FROM session`;

/** Reads a session with its attempt. Parameters: merchant, session id. */
export const readStatement = `
SELECT s.id, s.status, s.amount_minor, s.currency, s.cart_version, s.buyer_reference, s.metadata,
  s.expires_at, s.created_at, a.id AS attempt_id, a.status AS attempt_status, a.version AS attempt_version
FROM reference.session s JOIN reference.attempt a ON a.merchant_id = s.merchant_id AND a.session_id = s.id
WHERE s.merchant_id = $1 AND s.id = $2`;

/** Adds sessions with an attempt. Parameters: merchant, session ids. */
export const fillStatement = `
WITH session AS (
  INSERT INTO reference.session
  SELECT $1, id, 'created', 4200, 'eur', 1, 'customer_8412', '{}', now() + interval '1 day', now()
  FROM unnest($2::text[]) AS id RETURNING id
)
INSERT INTO reference.attempt SELECT $1, id, 'attempt_' || id, 'unreserved', 1 FROM session`;
