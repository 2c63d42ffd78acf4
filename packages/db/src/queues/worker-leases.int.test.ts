import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/rows.ts';
import { getPartition } from '../sql/merchant-partitions.ts';

const { database, close } = await openTestDatabase();
beforeEach(() => database.client.workerLease.deleteMany());
afterAll(close);

const renew = (token: string, seconds = 60) => database.dueWork.renewLease(token, seconds);
const all = { firstHash: -(2 ** 31), lastHash: 2 ** 31 - 1 };
const tokens = async () =>
  (await database.client.workerLease.findMany()).map(({ token }) => token).toSorted();

it('the partitions of all workers cover every hash once', async () => {
  for (const count of [1, 2, 3, 7]) {
    const partitions = Array.from({ length: count }, (_, index) => getPartition(index, count));
    expect(partitions[0]?.firstHash).toBe(all.firstHash);
    expect(partitions.at(-1)?.lastHash).toBe(all.lastHash);
    for (const [index, partition] of partitions.slice(1).entries()) {
      expect(partition.firstHash).toBe((partitions[index]?.lastHash ?? 0) + 1);
    }
  }
});

it('a worker that starts gets a partition, which passes to the others when it ends', async () => {
  expect(await renew('a')).toEqual(all);
  expect(await renew('b')).toEqual({ firstHash: 0, lastHash: all.lastHash });
  expect(await renew('a')).toEqual({ firstHash: all.firstHash, lastHash: -1 });
  await database.dueWork.endLease('b');
  expect(await renew('a')).toEqual(all);
});

it('the partition of a worker that was killed passes to the others when its lease ends', async () => {
  await renew('a');
  await renew('killed', 1);
  expect(await renew('a')).toEqual({ firstHash: all.firstHash, lastHash: -1 });
  await database.client
    .$executeRaw`UPDATE worker_lease SET leased_until = now() - interval '1 millisecond' WHERE token = 'killed'`;
  expect(await renew('a')).toEqual(all);
  expect(await tokens()).toEqual(['a']);
});

it('a worker that renews after its lease ended gets a partition again', async () => {
  await renew('a', 0);
  await renew('b');
  expect(await renew('a')).toEqual({ firstHash: all.firstHash, lastHash: -1 });
  expect(await tokens()).toEqual(['a', 'b']);
});
