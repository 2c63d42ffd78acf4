import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type Stripe from 'stripe';
import { realSeconds } from '../clock.ts';
import { API_VERSION, type Config } from '../config.ts';
import { getDeliveries, readFaults } from '../scenarios.ts';
import { newId } from './kinds.ts';

/** The request that caused a change, as events show it. */
export interface Origin {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** The origin of a change that no API request caused. */
export const NO_REQUEST: Origin = { requestId: null, idempotencyKey: null };

interface Recorder {
  readonly client: pg.PoolClient;
  readonly config: Config;
  readonly origin: Origin;
}

/** Writes an event and its deliveries to webhook endpoints, in the transaction of the change. */
export async function recordEvent(
  tx: Recorder,
  type: Stripe.Event.Type,
  object: { id: string },
  before?: { id: string },
): Promise<void> {
  const id = newId('evt');
  const created = realSeconds();
  const body = {
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object, ...(before ? { previous_attributes: difference(before, object) } : {}) },
    livemode: tx.config.livemode,
    request: { id: tx.origin.requestId, idempotency_key: tx.origin.idempotencyKey },
    type,
  };
  await tx.client.query(
    'INSERT INTO event (id, type, created, object_id, body) VALUES ($1, $2, $3, $4, $5)',
    [id, type, created, object.id, JSON.stringify(body)],
  );
  const endpoints = await findEndpoints(tx, type);
  if (endpoints.length === 0) return;
  const delays = getDeliveries(object, await readFaults(tx.client));
  for (const endpoint of endpoints) {
    for (const ms of delays) {
      await tx.client.query(
        `INSERT INTO webhook_delivery (event_id, endpoint_id, due_at)
         VALUES ($1, $2, now() + make_interval(secs => $3::double precision / 1000))`,
        [id, endpoint, ms],
      );
    }
  }
}

/** The ids of the webhook endpoints that an event goes to; null is the configured one. */
async function findEndpoints(
  { client, config }: Recorder,
  type: Stripe.Event.Type,
): Promise<(string | null)[]> {
  const found = await client.query<{ id: string }>(
    `SELECT id FROM object WHERE kind = 'webhook_endpoint' AND data->'enabled_events' ?| $1 ORDER BY seq`,
    [['*', type]],
  );
  return [...(config.webhook ? [null] : []), ...found.rows.map(({ id }) => id)];
}

/** Returns the old values of changed fields, for `previous_attributes`. */
function difference(before: object, after: object): Record<string, unknown> {
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  const changed: Record<string, unknown> = {};
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key) ?? null, is.get(key) ?? null];
    if (isDeepStrictEqual(old, now)) continue;
    const nested = isRecord(old) && isRecord(now);
    changed[key] = nested ? difference(old, now) : old;
  }
  return changed;
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
