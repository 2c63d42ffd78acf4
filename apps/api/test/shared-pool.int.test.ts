import { sharePool } from '@parley/runtime/share-pool';
import { isCluster, lockWaits, waitFor } from '@parley/testing';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from './api.ts';

const POOL_SIZE = 4;
const api = await startApi({
  connect: () => ({ poolSize: POOL_SIZE, poolAdmission: sharePool(POOL_SIZE) }),
});
const connect = async () => {
  const client = new Client({ connectionString: api.env.DATABASE_URL });
  await client.connect();
  return client;
};
// A transaction always sees the activity of its first look.
const [locking, watching] = [await connect(), await connect()];
afterAll(async () => {
  await Promise.all([locking.end(), watching.end()]);
  await api.stop();
});

const countLockWaits = async () => (await watching.query(lockWaits())).rows.length;

// On a cluster, the connections of the pool wait for those to the shards and not for a lock.
describe.skipIf(isCluster())('while statements of one merchant take long', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['lists', 'audit_entry', () => api.get('/audit_entries')],
    [
      'transactions',
      'webhook_endpoint',
      () => api.post('/webhook_endpoints', { url: 'https://shop.test/hook' }),
    ],
  ])('its %s leave connections to another merchant', async (_name, table, send) => {
    await locking.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const slow = Array.from({ length: 3 * POOL_SIZE }, send);
    await waitFor(async () => (await countLockWaits()) > 0, {
      what: 'a statement of the merchant',
    });
    const other = await api.get('/events', { key: api.other.secretKey });
    expect(other.status).toBe(200);
    expect(await countLockWaits()).toBe(1);
    await locking.query('ROLLBACK');
    await Promise.all(slow);
  });
});
