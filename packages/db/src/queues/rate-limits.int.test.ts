import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
let scope: Scope;
/** The hash of a key of the merchant, and a bucket of its own. */
let keyHash: string;
let bucket: string;

const hex = () => randomBytes(32).toString('hex');
// So slow that the time of the test itself adds next to nothing.
const limit = { perSecond: 0.01, burst: 100 };

beforeEach(async () => {
  scope = await addMerchant(database);
  keyHash = hex();
  bucket = hex();
  await database.forScope(scope).apiKeys.insert({
    id: newId('key'),
    kind: 'secret',
    name: 'Key',
    keyHash,
    lastFour: '0000',
    publicValue: null,
    scopes: [],
    expiresAt: null,
  });
});

const consume = (consumed: number) =>
  database.rateLimits.consume(limit, [{ keyHash, bucket, consumed }]);
/** Sets when the bucket was filled last, in seconds before now. */
const filledAgo = (seconds: number) => database.client.$executeRaw`
  UPDATE rate_limit SET filled_at = now() - make_interval(secs => ${seconds})
  WHERE merchant_id = ${scope.merchantId}`;

it('a bucket begins full, refills at its rate up to its capacity, and can be overdrawn', async () => {
  expect((await consume(30)).get(bucket)).toBe(70);
  await filledAgo(2_000);
  expect((await consume(60)).get(bucket)).toBeCloseTo(30, 0);
  await filledAgo(1_000_000);
  expect((await consume(150)).get(bucket)).toBe(-50);
});

it('a bucket that was filled in the future loses nothing and keeps its time', async () => {
  await consume(0);
  await filledAgo(-3_600);
  const before = await database.client.rateLimit.findFirst({ where: createScope() });
  expect((await consume(10)).get(bucket)).toBe(90);
  const after = await database.client.rateLimit.findFirst({ where: createScope() });
  expect(after?.filledAt).toEqual(before?.filledAt);
});

it('an unknown key has no bucket', async () => {
  const unknown = { keyHash: hex(), bucket: hex(), consumed: 1 };
  const left = await database.rateLimits.consume(limit, [
    unknown,
    { keyHash, bucket, consumed: 1 },
  ]);
  expect([...left]).toEqual([[bucket, 99]]);
});

it('only buckets that were idle for the whole time are deleted', async () => {
  await consume(1);
  await filledAgo(59);
  await database.rateLimits.deleteIdle(60);
  expect(await database.client.rateLimit.count({ where: createScope() })).toBe(1);
  await filledAgo(61);
  await database.rateLimits.deleteIdle(60);
  expect(await database.client.rateLimit.count({ where: createScope() })).toBe(0);
});

const createScope = () => ({ merchantId: scope.merchantId });
