import { auditObjectTypes } from '@parley/domain';
import { idBody } from '../harness/session-copies.ts';
import type { Filling } from './filling.ts';
import { PERSON } from './row.ts';

const MEMBERS = 25;
const SAVED_VIEWS = 20;
const ENDED_KEYS = 200;

/** Adds a team, of which `PERSON` is the owner, with saved views and invitations, and keys that ended. */
export async function fillTeam({ client, merchantId }: Filling): Promise<void> {
  await client.query(
    `INSERT INTO organization (id, name, slug) VALUES ($1, 'Benchmark', $1) ON CONFLICT DO NOTHING`,
    [merchantId],
  );
  await client.query(
    `INSERT INTO dashboard_user (id, name, email, email_verified)
     SELECT 'user_' || n, 'Member ' || n, 'member' || n || '@shop.example', true
     FROM generate_series(1, $1::int) n`,
    [MEMBERS],
  );
  await client.query(
    `INSERT INTO member (id, organization_id, user_id, role)
     SELECT 'member_' || n, $1, 'user_' || n,
       CASE WHEN 'user_' || n = $3 THEN 'owner' ELSE 'support' END
     FROM generate_series(1, $2::int) n`,
    [merchantId, MEMBERS, PERSON],
  );
  await client.query(
    `INSERT INTO invitation (id, organization_id, email, role, status, token_hash, expires_at)
     SELECT 'invitation_' || n, $1, 'guest' || n || '@shop.example', 'viewer', 'pending',
       encode(sha256(n::text::bytea), 'hex'), now() + interval '7 days'
     FROM generate_series(1, 5) n`,
    [merchantId],
  );
  await client.query(
    `INSERT INTO saved_view (merchant_id, mode, user_id, name, filters)
     SELECT $1, 'test', 'user_' || u, 'View ' || n, '{"status": ["paid"], "currency": "eur"}'
     FROM generate_series(1, $2::int) u CROSS JOIN generate_series(1, $3::int) n`,
    [merchantId, MEMBERS, SAVED_VIEWS],
  );
  await client.query(
    `INSERT INTO api_key (merchant_id, id, mode, kind, name, key_hash, last_four, scopes, revoked_at)
     SELECT $1, 'key_' || ${idBody(`now() - make_interval(days => n)`)}, 'test', 'secret', 'Key ' || n,
       encode(sha256(('key ' || n)::bytea), 'hex'), '0000', '{}', now()
     FROM generate_series(1, $2::int) n`,
    [merchantId, ENDED_KEYS],
  );
}

/**
 * Adds entries of the last year to the audit log: by 20 people, in turn about each type of object except items
 * that need attention, a tenth of them about the endpoints.
 */
export const fillAuditLog = (
  { client, merchantId }: Filling,
  endpoints: readonly string[],
  count: number,
) =>
  client.query(
    `INSERT INTO audit_entry (merchant_id, id, mode, action, object_type, object_id, details, actor_kind,
       actor_id, request_id, address, created_at)
     SELECT $1, 'audit_' || ${idBody('at')}, 'test', type || '.updated', type,
       CASE type WHEN 'webhook_endpoint' THEN ($3::text[])[1 + n / 8 % cardinality($3::text[])]
         ELSE type || '_' || n % 1000 END,
       '{"name": {"from": "A", "to": "B"}}', 'user', 'user_' || 1 + n / 7 % 20, 'req_' || md5(n::text),
       '192.0.2.1', at
     FROM generate_series(0, $4::int - 1) n
     CROSS JOIN LATERAL (SELECT now() - interval '365 days' * n / $4::int AS at,
       ($2::text[])[1 + n % cardinality($2::text[])] AS type) e
     ON CONFLICT DO NOTHING`,
    [merchantId, auditObjectTypes.filter((type) => type !== 'attention_item'), endpoints, count],
  );

/** SQL for the items of each kind: the id, since when it needs attention, its session and its severity. */
const items = {
  unprovisioned_session: `
    SELECT s.id, coalesce((SELECT max(h.at) FROM history_entry h WHERE h.merchant_id = $1
        AND h.proxy_session_id = s.id AND h.to_status = s.status AND h.attempt_id IS NULL),
        s.updated_at) AS since, s.id AS session_id, NULL::text AS severity, s.created_at
    FROM proxy_session s WHERE s.merchant_id = $1 AND s.mode = 'test' AND s.status = 'paid'`,
  unknown_attempt: `
    SELECT a.id, coalesce((SELECT max(h.at) FROM history_entry h WHERE h.merchant_id = $1
        AND h.proxy_session_id = a.proxy_session_id AND h.to_status = a.status
        AND h.attempt_id = a.id), a.updated_at) AS since, a.proxy_session_id AS session_id,
      a.status_reason AS severity, a.created_at
    FROM acquisition_attempt a
    WHERE a.merchant_id = $1 AND a.mode = 'test' AND a.status = 'unknown'`,
  parked_provider_event: `
    SELECT event_id AS id, received_at AS since, proxy_session_id AS session_id, note AS severity,
      received_at AS created_at
    FROM provider_event WHERE merchant_id = $1 AND mode = 'test' AND status = 'parked'`,
};

/**
 * Decides about the oldest items of each kind, which are the first of its list: every second is assigned, the
 * others are snoozed for a month.
 */
export async function fillTriage(
  { client, merchantId }: Filling,
  countOfKind: number,
): Promise<void> {
  for (const [kind, select] of Object.entries(items)) {
    await client.query(
      `INSERT INTO attention_triage (merchant_id, mode, kind, subject_id, since, proxy_session_id,
         assignee_id, snoozed_until, snoozed_severity, note, version, updated_by, updated_at)
       SELECT $1, 'test', $2, t.id, t.since, t.session_id,
         CASE WHEN n % 2 = 0 THEN 'user_' || 1 + n / 2 % 4 END,
         CASE WHEN n % 2 = 1 THEN now() + interval '30 days' END, t.severity,
         'Asked the bank on the phone', 1, 'user_2', now()
       FROM (
         SELECT items.*, row_number() OVER (ORDER BY created_at) AS n FROM (${select}) items
         ORDER BY created_at LIMIT $3
       ) t
       ON CONFLICT DO NOTHING`,
      [merchantId, kind, countOfKind],
    );
  }
}
