import pg from 'pg';
import type { Config } from '../config.ts';
import type { Origin } from '../events/record-event.ts';
import { Tx } from './tx.ts';

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;

/** Runs `work` in one transaction; serialization failures and deadlocks are tried again. */
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
