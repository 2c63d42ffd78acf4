import type { FaultKind } from './fault-plan.ts';
import type { InjectedFault } from './injected-fault.ts';
import { type Invariant, sqlInvariant } from './invariant.ts';

/** Events and endpoints of the run; `$1` has the ids of the endpoints that exist during all of it. */
const expected = `
  SELECT e.merchant_id, e.id AS event_id, p.id AS endpoint_id, w.event_id IS NOT NULL AS is_waiting,
    p.mode = e.mode AND (cardinality(p.event_types) = 0 OR e.type = ANY(p.event_types)) AS is_subscribed
  FROM outbox_event e
  JOIN webhook_endpoint p ON p.merchant_id = e.merchant_id AND p.id = ANY($1::text[])
  LEFT JOIN outbox_waiting w ON w.merchant_id = e.merchant_id AND w.event_id = e.id`;

const deliveries: Invariant = {
  name: 'deliveries',
  description:
    'An event has one delivery to each endpoint that subscribes to it, unless it still waits in the outbox, and no other.',
  when: 'always',
  check: async ({ pool, subscriptions }) => {
    const { rows } = await pool.query(
      `SELECT x.*, d.event_id IS NOT NULL AS is_delivered FROM (${expected}) x
       LEFT JOIN webhook_delivery d ON d.merchant_id = x.merchant_id AND d.endpoint_id = x.endpoint_id
         AND d.event_id = x.event_id
       WHERE (NOT x.is_waiting AND x.is_subscribed AND d.event_id IS NULL)
         OR (NOT x.is_subscribed AND d.event_id IS NOT NULL)`,
      [subscriptions.map(({ id }) => id)],
    );
    return rows.map((row) => JSON.stringify(row));
  },
};

const visible = sqlInvariant({
  name: 'visible-deliveries',
  description:
    'A delivery that is not finished waits in a queue that has a time at which it is due.',
  when: 'always',
  sql: `
    SELECT d.merchant_id, d.endpoint_id, d.event_id, d.due_at, q.due_at AS queue_due_at
    FROM webhook_delivery d
    JOIN webhook_endpoint p ON p.merchant_id = d.merchant_id AND p.id = d.endpoint_id
    JOIN webhook_endpoint_queue q ON q.merchant_id = d.merchant_id AND q.endpoint_id = d.endpoint_id
      AND q.queue_number = d.queue_number
    WHERE d.status = 'waiting' AND p.status = 'active'
      AND (q.due_at IS NULL OR q.due_at > GREATEST(d.due_at, now()) + interval '1 second') AND q.leased_until IS NULL`,
});

const finished = sqlInvariant({
  name: 'nothing-left',
  description:
    'Once the faults have ended, every event is fanned out, every delivery succeeds and every provider event is applied.',
  when: 'end',
  sql: `
    SELECT 'outbox_waiting' AS "table", w::text AS row FROM outbox_waiting w
    UNION ALL SELECT 'webhook_delivery', d::text FROM webhook_delivery d
      JOIN webhook_endpoint p ON p.merchant_id = d.merchant_id AND p.id = d.endpoint_id
      WHERE p.status = 'active' AND d.status <> 'succeeded'
    UNION ALL SELECT 'provider_event', concat_ws(' ', event_id, type, status, note) FROM provider_event
      WHERE status IN ('waiting', 'failed')
    UNION ALL SELECT 'acquisition_attempt', concat_ws(' ', id, status, provider_check_at) FROM acquisition_attempt
      WHERE status IN ('processing', 'unknown')`,
});

const received: Invariant = {
  name: 'received-webhooks',
  description:
    'The receiver has accepted every delivery that is stored as succeeded, and nothing that is not stored for it.',
  when: 'end',
  check: async ({ pool, subscriptions, receipts }) => {
    const paths = new Map(subscriptions.map(({ id, path }) => [id, path]));
    const { rows } = await pool.query<{ endpoint_id: string; event_id: string; status: string }>(
      'SELECT endpoint_id, event_id, status FROM webhook_delivery WHERE endpoint_id = ANY($1::text[])',
      [[...paths.keys()]],
    );
    const accepted = new Set(receipts.map(({ path, eventId }) => `${path} ${eventId}`));
    const stored = new Set<string>();
    const violations: string[] = [];
    for (const { endpoint_id, event_id, status } of rows) {
      const receipt = `${paths.get(endpoint_id)} ${event_id}`;
      stored.add(receipt);
      if (status === 'succeeded' && !accepted.has(receipt))
        violations.push(`not received: ${receipt}`);
    }
    for (const receipt of accepted)
      if (!stored.has(receipt)) violations.push(`received without a delivery: ${receipt}`);
    return violations;
  },
};

/** Kinds of faults during which a worker cannot store that a webhook was accepted. */
const interrupting: readonly FaultKind[] = [
  'kill_process',
  'pause_process',
  'kill_postgres',
  'kill_backend',
  'pause_postgres',
  'disk_full_postgres',
  'database_cut_before_commit',
  'database_cut_during_commit',
  'database_cut_after_commit',
  'database_stall_after_commit',
  'database_half_open',
  'database_refuse',
];
const interruptsWorker = ({ kind, target }: InjectedFault): boolean =>
  interrupting.includes(kind) && (target === null || target.startsWith('worker'));

const repeated: Invariant = {
  name: 'repeated-webhooks',
  description:
    'A webhook that the receiver accepted is sent again only if a worker could not store that.',
  when: 'end',
  check: async ({ receipts, faults }) => {
    const interruptions = faults.filter(interruptsWorker);
    const byDelivery = Map.groupBy(receipts, ({ path, eventId }) => `${path} ${eventId}`);
    return [...byDelivery].flatMap(([delivery, accepted]) =>
      accepted.slice(1).flatMap(({ at }, index) => {
        const before = accepted[index]?.at ?? at;
        const isExplained = interruptions.some(
          ({ startedAt, recoveredAt }) => startedAt <= at && recoveredAt >= before,
        );
        return isExplained ? [] : [`${delivery}: again after ${Math.round(at - before)} ms`];
      }),
    );
  },
};

export const deliveryInvariants: readonly Invariant[] = [
  deliveries,
  visible,
  finished,
  received,
  repeated,
];
