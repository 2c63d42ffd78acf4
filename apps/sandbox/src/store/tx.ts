import pg from 'pg';
import type Stripe from 'stripe';
import type { Config } from '../config.ts';
import { type Hidden, type Kind, type Kinds, noSuch } from './kinds.ts';
import { NO_REQUEST, type Origin, recordEvent } from './record-event.ts';

export interface Row<K extends Kind> {
  readonly id: string;
  readonly kind: K;
  version: number;
  data: Kinds[K];
  hidden: Hidden;
}

export type TimerAction =
  | 'settle_payment'
  | 'expire_checkout'
  | 'cycle_subscription'
  | 'announce_trial_end'
  | 'abandon_subscription'
  | 'finalize_invoice'
  | 'retry_invoice'
  | 'end_unpaid'
  | 'refund_payment'
  | 'finish_refund'
  | 'open_dispute';

interface RawRow {
  id: string;
  version: number;
  data: unknown;
  hidden: Hidden;
}

/** One transaction over the stored objects: a change, its events and its timers. */
export class Tx {
  readonly client: pg.PoolClient;
  readonly config: Config;
  readonly origin: Origin;

  constructor(client: pg.PoolClient, config: Config, origin: Origin) {
    this.client = client;
    this.config = config;
    this.origin = origin;
  }

  async find<K extends Kind>(kind: K, id: string, lock = false): Promise<Row<K> | null> {
    const found = await this.client.query<RawRow>(
      `SELECT id, version, data, hidden FROM object WHERE id = $1 AND kind = $2${lock ? ' FOR UPDATE' : ''}`,
      [id, kind],
    );
    const raw = found.rows[0];
    return raw ? { ...raw, kind, data: raw.data as Kinds[K] } : null;
  }

  async read<K extends Kind>(kind: K, id: string, param = 'id', lock = false): Promise<Row<K>> {
    const row = await this.find(kind, id, lock);
    if (!row) throw noSuch(kind, id, param);
    return row;
  }

  lock<K extends Kind>(kind: K, id: string, param = 'id'): Promise<Row<K>> {
    return this.read(kind, id, param, true);
  }

  async insert<K extends Kind>(kind: K, data: Kinds[K], hidden: Hidden = {}): Promise<Row<K>> {
    await this.client.query('INSERT INTO object (id, kind, data, hidden) VALUES ($1, $2, $3, $4)', [
      data.id,
      kind,
      JSON.stringify(data),
      JSON.stringify(hidden),
    ]);
    return { id: data.id, kind, version: 1, data, hidden };
  }

  /** Stores a new object and records the event of its creation. */
  async create<K extends Kind>(
    kind: K,
    data: Kinds[K],
    event: Stripe.Event.Type,
    hidden: Hidden = {},
  ): Promise<Row<K>> {
    const row = await this.insert(kind, data, hidden);
    await this.emit(event, row);
    return row;
  }

  /**
   * Changes fields of an object and saves it; a hidden field that becomes undefined is removed.
   * @returns the former values, for an event that shows them
   */
  async change<K extends Kind>(
    row: Row<K>,
    fields: Partial<Kinds[K]>,
    hidden: Hidden = {},
  ): Promise<Kinds[K]> {
    const before = row.data;
    row.data = { ...before, ...fields };
    row.hidden = { ...row.hidden, ...hidden };
    await this.save(row);
    return before;
  }

  /** Saves a row; throws if it changed since it was read. */
  async save<K extends Kind>(row: Row<K>): Promise<void> {
    const done = await this.client.query(
      'UPDATE object SET data = $3, hidden = $4, version = version + 1 WHERE id = $1 AND version = $2',
      [row.id, row.version, JSON.stringify(row.data), JSON.stringify(row.hidden)],
    );
    if (done.rowCount !== 1) throw new Error(`lost update on ${row.kind}`);
    row.version += 1;
  }

  emit<T extends { id: string }>(
    type: Stripe.Event.Type,
    row: { readonly data: T },
    before?: T,
  ): Promise<void> {
    return recordEvent(this, type, row.data, before);
  }

  async schedule(action: TimerAction, objectId: string, dueAtMs: number): Promise<void> {
    await this.client.query(
      'INSERT INTO timer (action, object_id, due_at) VALUES ($1, $2, to_timestamp($3))',
      [action, objectId, dueAtMs / 1000],
    );
  }
}

/** One mode of the sandbox: its keys, and the database schema with its objects, events and timers. */
export interface Store {
  readonly pool: pg.Pool;
  readonly config: Config;
}

/**
 * Runs a read in each mode until one returns a result, for pages whose URL has an id but no key.
 * @returns the result with the configuration of its mode; null when no mode has one
 */
export async function findInAnyMode<T>(
  stores: readonly Store[],
  read: (tx: Tx) => Promise<T | null>,
): Promise<{ found: T; config: Config } | null> {
  for (const { pool, config } of stores) {
    const found = await transact(pool, config, NO_REQUEST, read);
    if (found !== null) return { found, config };
  }
  return null;
}

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/** Runs `work` in one transaction; retries after a serialization failure or deadlock. */
export async function transact<T>(
  pool: pg.Pool,
  config: Config,
  origin: Origin,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query('BEGIN');
      const result = await work(new Tx(client, config, origin));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        broken = true;
      });
      const again = error instanceof pg.DatabaseError && RETRYABLE.has(error.code ?? '');
      if (!again || tries === MAX_TRIES) throw error;
    } finally {
      client.release(broken);
    }
  }
}
