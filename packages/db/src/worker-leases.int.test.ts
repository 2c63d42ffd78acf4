import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../test/rows.ts';
import { shareOf } from './worker-leases.ts';

const { database, close } = await openTestDatabase();
beforeEach(() => database.client.workerLease.deleteMany());
afterAll(close);

const renew = (token: string, seconds = 60) => database.renewWorkerLease(token, seconds);
const all = { firstHash: -(2 ** 31), lastHash: 2 ** 31 - 1 };
const tokens = async () =>
  (await database.client.workerLease.findMany()).map(({ token }) => token).toSorted();

it('workers divide all merchants, in parts that meet', async () => {
  for (const count of [1, 2, 3, 7]) {
    const shares = Array.from({ length: count }, (_, index) => shareOf(index, count));
    expect(shares[0]?.firstHash).toBe(all.firstHash);
    expect(shares.at(-1)?.lastHash).toBe(all.lastHash);
    for (const [index, share] of shares.slice(1).entries()) {
      expect(share.firstHash).toBe((shares[index]?.lastHash ?? 0) + 1);
    }
  }
});

it('a worker that starts takes its part, and leaves it when it ends', async () => {
  expect(await renew('a')).toEqual(all);
  expect(await renew('b')).toEqual({ firstHash: 0, lastHash: all.lastHash });
  expect(await renew('a')).toEqual({ firstHash: all.firstHash, lastHash: -1 });
  await database.endWorkerLease('b');
  expect(await renew('a')).toEqual(all);
});

it('the part of a worker that was killed passes to the others when its lease ends', async () => {
  await renew('a');
  await renew('killed', 1);
  expect(await renew('a')).toEqual({ firstHash: all.firstHash, lastHash: -1 });
  await database.client
    .$executeRaw`UPDATE worker_lease SET leased_until = now() WHERE token = 'killed'`;
  expect(await renew('a')).toEqual(all);
  expect(await tokens()).toEqual(['a']);
});

it('a worker that was away for longer than its lease has a part again', async () => {
  await renew('a', 0);
  await renew('b');
  expect(await renew('a')).toEqual({ firstHash: all.firstHash, lastHash: -1 });
  expect(await tokens()).toEqual(['a', 'b']);
});
