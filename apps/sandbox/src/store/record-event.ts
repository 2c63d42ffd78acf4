import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type Stripe from 'stripe';
import { realSeconds } from '../clock.ts';
import { API_VERSION, type Config } from '../config.ts';
import { deliveriesOf, readFaults } from '../scenarios.ts';
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

/** Writes an event and, if webhooks are configured, its deliveries, in the transaction of the change. */
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
    livemode: false,
    request: { id: tx.origin.requestId, idempotency_key: tx.origin.idempotencyKey },
    type,
  };
  await tx.client.query(
    'INSERT INTO event (id, type, created, object_id, body) VALUES ($1, $2, $3, $4, $5)',
    [id, type, created, object.id, JSON.stringify(body)],
  );
  if (!tx.config.webhook) return;
  for (const ms of deliveriesOf(object, await readFaults(tx.client))) {
    await tx.client.query(
      `INSERT INTO webhook_delivery (event_id, due_at)
       VALUES ($1, now() + make_interval(secs => $2::double precision / 1000))`,
      [id, ms],
    );
  }
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
