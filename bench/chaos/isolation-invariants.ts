import { type Invariant, sqlInvariant } from './invariant.ts';

/** Rows of a table whose merchant or mode is not that of the row to which they belong. */
const belongs = (table: string, alias: string, join: string, differs: string): string => `
  SELECT '${table}' AS "table", ${alias}::text AS row FROM ${table} ${alias} ${join} WHERE ${differs}`;

const ofSession = (table: string, hasMode: boolean): string =>
  belongs(
    table,
    't',
    'JOIN proxy_session s ON s.id = t.proxy_session_id',
    hasMode
      ? '(t.merchant_id, t.mode) IS DISTINCT FROM (s.merchant_id, s.mode)'
      : 't.merchant_id <> s.merchant_id',
  );

const isolation = sqlInvariant({
  name: 'tenancy',
  description: 'No row belongs to an object of another merchant or mode.',
  when: 'always',
  sql: [
    ofSession('acquisition_attempt', true),
    ofSession('payment', true),
    ofSession('outbox_event', true),
    ofSession('provider_event', true),
    ofSession('receipt_mail', true),
    ofSession('history_entry', false),
    ofSession('cart_revision', false),
    belongs(
      'payment',
      't',
      'JOIN acquisition_attempt a ON a.id = t.attempt_id',
      '(t.merchant_id, t.mode) IS DISTINCT FROM (a.merchant_id, a.mode)',
    ),
    belongs(
      'provider_event',
      't',
      'JOIN psp_config c ON c.id = t.psp_config_id',
      '(t.merchant_id, t.mode) IS DISTINCT FROM (c.merchant_id, c.mode)',
    ),
    belongs(
      'webhook_delivery',
      't',
      'JOIN webhook_endpoint p ON p.id = t.endpoint_id JOIN outbox_event e ON e.id = t.event_id',
      'p.merchant_id <> t.merchant_id OR e.merchant_id <> t.merchant_id OR p.mode <> e.mode',
    ),
    belongs(
      'audit_entry',
      't',
      'JOIN webhook_endpoint p ON p.id = t.object_id',
      '(t.merchant_id, t.mode) IS DISTINCT FROM (p.merchant_id, p.mode)',
    ),
    belongs(
      'idempotency_record',
      't',
      "JOIN proxy_session s ON s.id = t.outcome->'output'->>'id'",
      '(t.merchant_id, t.mode) IS DISTINCT FROM (s.merchant_id, s.mode)',
    ),
  ].join('\nUNION ALL'),
});

/** A table with leases, and the condition of rows that wait for a worker. */
const leased: readonly (readonly [string, string])[] = [
  [
    'proxy_session',
    "status IN ('created', 'payer_handoff_pending', 'payer_opened') AND expires_at <= now()",
  ],
  [
    'acquisition_attempt',
    "provider_check_at <= now() OR (status = 'reserved' AND provider_retry_not_after <= now())",
  ],
  ['provider_event', "status IN ('waiting', 'parked') AND due_at <= now()"],
  ['provider_cursor', 'due_at <= now()'],
  ['receipt_mail', 'outcome IS NULL AND due_at <= now()'],
  ['webhook_endpoint_queue', 'due_at <= now()'],
  ['sweep', 'due_at <= now()'],
];

const leases = sqlInvariant({
  name: 'leases',
  description:
    'Work that is due is claimed again within 60 seconds after the lease of another worker has expired.',
  when: 'always',
  withinMs: 30_000,
  sql: leased
    .map(
      ([table, isDue]) => `
      SELECT '${table}' AS "table", t::text AS row FROM ${table} t
      WHERE t.leased_until < now() - interval '60 seconds' AND (${isDue})`,
    )
    .join('\nUNION ALL'),
});

export const isolationInvariants: readonly Invariant[] = [isolation, leases];
