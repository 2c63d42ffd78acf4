import { randomBytes } from 'node:crypto';
import type { OutboxRecord } from '@parley/db';
import { formatId } from '@parley/domain';
import { newId } from '@parley/operations';
import type { Bench, Endpoint } from './bench.ts';

const newEventId = () => formatId('evt', Date.now(), randomBytes(16));

/** Returns a copy of an event with a new id and session. */
export function createEventLike(sample: OutboxRecord): OutboxRecord {
  const id = newEventId();
  const createdAt = new Date();
  const payload = { ...sample.payload, id, created_at: createdAt.toISOString() };
  return { ...sample, id, proxySessionId: newId('psess'), createdAt, payload };
}

/** The stage of the events in a backlog: just committed, or fanned out to deliveries. */
export type BacklogStage = 'committed' | 'fanned_out';

const STAGED_AT_ONCE = 500;

/**
 * Prepares a backlog in a staging table, so that one statement can commit it.
 * @param count number of events, divided among the merchants
 * @returns a function that commits the backlog
 */
export async function stageBacklog(
  bench: Bench,
  endpoints: readonly Endpoint[],
  count: number,
  stage: BacklogStage,
): Promise<() => Promise<void>> {
  const { client } = bench.database;
  await client.$executeRaw`CREATE UNLOGGED TABLE IF NOT EXISTS staged_event (LIKE outbox_event)`;
  await client.$executeRaw`TRUNCATE staged_event`;
  const merchants = [...new Set(endpoints.map(({ merchantId }) => merchantId))];
  for (const merchantId of merchants) {
    const sample = await bench.readSampleEvent(merchantId);
    for (let left = Math.round(count / merchants.length); left > 0; left -= STAGED_AT_ONCE) {
      const ids = Array.from({ length: Math.min(left, STAGED_AT_ONCE) }, newEventId);
      await client.$executeRaw`
        INSERT INTO staged_event
          (merchant_id, id, mode, type, proxy_session_id, sequence, payload, created_at)
        SELECT o.merchant_id, g.id, o.mode, o.type, 'psess_' || g.id, 1,
          replace(o.payload::text, o.id, g.id)::json, clock_timestamp()
        FROM outbox_event o, unnest(${ids}::text[]) AS g (id)
        WHERE o.merchant_id = ${merchantId} AND o.id = ${sample.id}`;
    }
  }
  if (stage === 'fanned_out') {
    await client.$executeRaw`INSERT INTO outbox_event SELECT * FROM staged_event`;
  }
  // Otherwise autovacuum would run during the measurement.
  await client.$executeRaw`
    VACUUM (ANALYZE) outbox_event, outbox_waiting, webhook_delivery, webhook_endpoint_queue`;
  return async () => {
    if (stage === 'committed') {
      await client.$executeRaw`
        WITH inserted AS (
          INSERT INTO outbox_event SELECT * FROM staged_event RETURNING merchant_id, id, created_at
        )
        INSERT INTO outbox_waiting (merchant_id, event_id, created_at) SELECT * FROM inserted`;
      return;
    }
    await client.$executeRaw`
      WITH put AS (
        INSERT INTO webhook_delivery
          (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at)
        SELECT o.merchant_id, p.id, o.id, hashtext(o.proxy_session_id) & 1, o.sequence, 'waiting',
          o.created_at
        FROM staged_event o JOIN webhook_endpoint p
          ON p.merchant_id = o.merchant_id AND p.mode = o.mode AND p.status = 'active'
        RETURNING merchant_id, endpoint_id
      )
      UPDATE webhook_endpoint_queue l SET due_at = now(), notification_count = notification_count + 1
      FROM (SELECT DISTINCT merchant_id, endpoint_id FROM put) g
      WHERE l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id`;
  };
}

/** Returns the number of pending deliveries and of events that are not fanned out yet. */
export async function countPending(bench: Bench): Promise<number> {
  const [row] = await bench.database.client.$queryRaw<{ waiting: number }[]>`
    SELECT (SELECT count(*) FROM outbox_waiting)::int
      + (SELECT count(*) FROM webhook_delivery WHERE status = 'waiting')::int AS waiting`;
  return row?.waiting ?? 0;
}
