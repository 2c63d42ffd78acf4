import type { MerchantId } from '@parley/domain';
import { isCluster, lockWaits, waitFor } from '@parley/testing';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/rows.ts';
import { lockOfMerchant } from './merchant-lock.ts';
import { createSqlConnection } from './sql-connection.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** The URL of another node than the coordinator; of the server without a cluster. */
async function otherNode(): Promise<string> {
  if (!isCluster()) return url;
  const nodes = await database.diagnostics.compareNodeClocks();
  const { port } = new URL(url);
  const other = new URL(url);
  other.host = nodes.map(({ node }) => node).find((node) => !node.endsWith(`:${port}`)) ?? '';
  return other.href;
}

it('a shared lock excludes only exclusive ones of the merchant, from any node', async () => {
  const lock = (merchantId: string, strength: 'share' | 'update') =>
    database.transaction({ merchantId: merchantId as MerchantId, mode: 'test' }, (tx) =>
      tx.team.lock(strength),
    );
  const holder = await connect(await otherNode());
  const observer = await connect(url);
  await holder.query('BEGIN');
  await lockOfMerchant(createSqlConnection(holder), 'merch_1', 'team', 'share');
  await lock('merch_1', 'share');
  await lock('merch_2', 'update');
  const waiting = lock('merch_1', 'update');
  const isWaiting = async () => (await observer.query(lockWaits())).rowCount === 1;
  await waitFor(isWaiting, { what: 'an exclusive lock that waits', timeoutMs: 3_000 });
  await holder.end();
  await expect(waiting).resolves.toBeUndefined();
  await observer.end();
});
