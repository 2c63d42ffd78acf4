import type { PoolClient } from 'pg';

/** Applied in order, each once. Never edit one; add another. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE object (
    id text PRIMARY KEY,
    seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    kind text NOT NULL,
    version integer NOT NULL DEFAULT 1,
    data jsonb NOT NULL,
    hidden jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX object_kind_seq ON object (kind, seq DESC);
  CREATE INDEX object_customer ON object (kind, (data->>'customer')) WHERE data->>'customer' IS NOT NULL;
  CREATE INDEX object_metadata ON object USING gin ((data->'metadata') jsonb_path_ops);
  CREATE INDEX object_challenge ON object ((hidden->'challenge'->>'id')) WHERE hidden ? 'challenge';

  CREATE TABLE event (
    id text PRIMARY KEY,
    seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    type text NOT NULL,
    created bigint NOT NULL,
    object_id text,
    body json NOT NULL
  );
  CREATE INDEX event_type_seq ON event (type, seq DESC);

  CREATE TABLE webhook_delivery (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text NOT NULL REFERENCES event (id),
    state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed')),
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    lease_token text,
    last_status integer,
    last_error text,
    finished_at timestamptz
  );
  CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE state = 'pending';
  CREATE INDEX webhook_delivery_event ON webhook_delivery (event_id);

  CREATE TABLE timer (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    action text NOT NULL,
    object_id text NOT NULL,
    due_at timestamptz NOT NULL
  );
  CREATE INDEX timer_due ON timer (due_at);

  CREATE TABLE idempotency_key (
    key text PRIMARY KEY,
    fingerprint text NOT NULL,
    locked_until timestamptz,
    request_id text NOT NULL,
    status integer,
    body text,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  `,
  `
  CREATE TABLE fault (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    "drop" double precision NOT NULL DEFAULT 0,
    duplicate double precision NOT NULL DEFAULT 0,
    reorder double precision NOT NULL DEFAULT 0
  );
  INSERT INTO fault DEFAULT VALUES;

  CREATE TABLE clock (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    ahead_ms bigint NOT NULL DEFAULT 0
  );
  INSERT INTO clock DEFAULT VALUES;
  `,
  `
  ALTER TABLE webhook_delivery ADD COLUMN endpoint_id text;
  CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id) WHERE state = 'pending';
  `,
  `
  CREATE TABLE refused_amount (
    amount bigint PRIMARY KEY,
    code text NOT NULL
  );
  `,
];

/** Creates the schema and applies pending migrations; several processes may run it at the same time. */
export async function migrate(client: PoolClient, schema: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock(40104010)');
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(
      'CREATE TABLE IF NOT EXISTS sandbox_migration (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const done = await client.query<{ version: number }>('SELECT version FROM sandbox_migration');
    const applied = new Set(done.rows.map((row) => row.version));
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (applied.has(index + 1)) continue;
      await client.query(sql);
      await client.query('INSERT INTO sandbox_migration (version) VALUES ($1)', [index + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
