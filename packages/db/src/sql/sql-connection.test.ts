import type pg from 'pg';
import { expect, it } from 'vitest';
import {
  createLockingConnection,
  createSqlConnection,
  runSqlTransaction,
} from './sql-connection.ts';

/** A pool with one connection that answers every statement with `rowCount` rows. */
function openPool(rowCount: number | null = 1) {
  const calls: unknown[] = [];
  const connection = {
    query: async (query: unknown) => {
      calls.push(typeof query === 'string' ? query : (query as { text: string }).text);
      return { rows: [], rowCount };
    },
    release: (close: boolean) => calls.push(close ? 'closed' : 'released'),
  };
  return { calls, pool: { connect: async () => connection } as unknown as pg.Pool, connection };
}

it('a transaction is committed, and its connection is used again', async () => {
  const { pool, calls } = openPool();
  const work = runSqlTransaction(pool, (db) => db.$executeRaw`DELETE FROM t`);
  expect(await work).toBe(1);
  expect(calls).toEqual(['BEGIN', 'DELETE FROM t', 'COMMIT', 'released']);
});

it('the connection of a transaction that failed is closed', async () => {
  const { pool, calls } = openPool();
  const work = runSqlTransaction(pool, () => Promise.reject(new Error('no')));
  await expect(work).rejects.toThrow('no');
  expect(calls).toEqual(['BEGIN', 'closed']);
});

it('a statement that reports no number of rows has written none', async () => {
  const { connection } = openPool(null);
  const db = createSqlConnection(connection as unknown as pg.ClientBase);
  expect(await db.$executeRaw`SET a = 1`).toBe(0);
});

it('a statement that may wait for a lock sends the lock timeout to the shards of Citus only', async () => {
  const run = async (isCitus: boolean) => {
    const { pool, calls } = openPool();
    await createLockingConnection(pool, () => isCitus, 200).$queryRaw`SELECT 1`;
    return calls;
  };
  expect(await run(false)).toEqual(['SELECT 1', 'released']);
  const setting = 'SET LOCAL lock_timeout = 200';
  expect(await run(true)).toEqual(['BEGIN', setting, 'SELECT 1', 'COMMIT', 'released']);
});
