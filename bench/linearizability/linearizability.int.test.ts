import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSql } from '../harness/database.ts';
import { createRandom } from '../harness/random.ts';
import { kinds } from './kinds/index.ts';
import { type Product, startProduct } from './product.ts';
import { runHistory } from './run-history.ts';
import { runRevocation } from './run-revocation.ts';

const CLIENTS = 8;
const started: { stop(): unknown }[] = [];
let product: Product;
let databaseUrl: string;

beforeAll(async () => {
  const database = await createTestDatabase();
  started.push({ stop: database.drop });
  databaseUrl = database.url;
  const folder = await mkdtemp(join(tmpdir(), 'parley-linearizability-'));
  started.push({ stop: () => rm(folder, { recursive: true, force: true }) });
  product = await startProduct(databaseUrl, {
    folder,
    use(one) {
      started.push(one);
      return one;
    },
  });
});
afterAll(async () => {
  for (const one of started.toReversed()) await one.stop();
});

it.each(kinds.map((kind) => [kind.name, kind] as const))(
  'concurrent operations on one object (%s) through two processes are linearizable',
  async (_, kind) => {
    const random = createRandom(63);
    const size = { clients: CLIENTS, operations: Math.min(20, kind.operationsPerObject) };
    const { counts, verdicts } = await runHistory(product, kind, random, size);
    expect(verdicts.filter((verdict) => verdict.kind !== 'linearizable')).toEqual([]);
    expect(counts.serverErrors).toBe(0);
    expect(counts.unknown).toBeLessThan(counts.operations / 5);
  },
);

it('a revoked API key works in no process 2 seconds after its revocation', async () => {
  const { uses, errors } = await runRevocation(product, createRandom(63), {
    clients: 2,
    operations: 60,
  });
  expect(errors).toEqual([]);
  expect(new Set(uses.map(({ isAccepted }) => isAccepted))).toEqual(new Set([true, false]));
});

it('a product that writes a cart without comparing its version is found not to be linearizable', async () => {
  const [commit] = await runSql<{ definition: string }>(
    databaseUrl,
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE proname LIKE 'commit_sessions_%'`,
  );
  const guard = 'AND t.version = c.version';
  expect(commit?.definition).toContain(guard);
  await runSql(databaseUrl, commit?.definition.replaceAll(guard, '') ?? '');
  // The database would refuse most of what the guard no longer refuses.
  await runSql(
    databaseUrl,
    `ALTER TABLE cart_revision DROP CONSTRAINT cart_revision_pkey;
     ALTER TABLE history_entry DROP CONSTRAINT history_entry_pkey;
     DROP INDEX outbox_event_sequence`,
  );
  const cart = kinds.find(({ name }) => name === 'cart') as (typeof kinds)[number];
  const size = { clients: CLIENTS, operations: 20 };
  const { verdicts } = await runHistory(product, cart, createRandom(63), size);
  expect(verdicts).toMatchObject([{ kind: 'violation' }]);
});
