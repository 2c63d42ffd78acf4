import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../test/rows.ts';
import { signInLimitRepository } from './sign-in-limits.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const { count, reset } = signInLimitRepository(database);
beforeEach(() => database.client.signInLimit.deleteMany());

const limit = (letter: string, burst: number, slowestSeconds: number) => ({
  key: letter.repeat(64),
  burst,
  slowestSeconds,
});
const own = limit('a', 3, 60);
async function pass(seconds: number) {
  for (const { key, countedAt } of await database.client.signInLimit.findMany()) {
    const data = { countedAt: new Date(countedAt.getTime() - seconds * 1_000) };
    await database.client.signInLimit.update({ where: { key }, data });
  }
}
const countTimes = async (times: number, limits = [own]) => {
  for (let n = 0; n < times; n++) expect(await count(limits)).toBe(0);
};

it('delays attempts after the burst for longer and longer, up to the longest delay', async () => {
  await countTimes(3);
  const delays: number[] = [];
  for (let n = 0; n < 10; n++) {
    const delay = await count([own]);
    delays.push(delay);
    await pass(delay);
    expect(await count([own])).toBe(0);
  }
  expect(delays.slice(0, 3)).toEqual([1, 2, 4]);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  expect(delays.at(-1)).toBeGreaterThan(55);
  expect(delays.at(-1)).toBeLessThanOrEqual(60);
});

it('forgets one attempt per longest delay', async () => {
  await countTimes(3);
  await pass(2 * 60);
  await countTimes(2);
  expect(await count([own])).toBeGreaterThan(0);
});

it('does not count an attempt that must wait, in any of its limits', async () => {
  const shared = limit('b', 4, 60);
  await countTimes(3, [own, shared]);
  // Within a second, the first delay.
  for (let n = 0; n < 5; n++) expect(await count([own, shared])).toBeGreaterThan(0);
  await countTimes(1, [limit('c', 3, 60), shared]);
  expect(await count([limit('d', 3, 60), shared])).toBeGreaterThan(0);
  expect(await database.client.signInLimit.count({ where: { key: 'd'.repeat(64) } })).toBe(0);
});

it('lets concurrent attempts pass no more often than the burst', async () => {
  const shared = limit('b', 100, 60);
  const waits = await Promise.all(Array.from({ length: 8 }, () => count([own, shared])));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

it('takes back an attempt that succeeded', async () => {
  const shared = limit('b', 4, 60);
  await countTimes(3, [own, shared]);
  await reset(own.key, [shared.key]);
  await countTimes(2, [own, shared]);
  expect(await count([own, shared])).toBeGreaterThan(0);
});

it('deletes limits that were not used for a day', async () => {
  await countTimes(1);
  await pass(86_401);
  await countTimes(1, [limit('b', 4, 60)]);
  await reset('c'.repeat(64), []);
  const left = await database.client.signInLimit.findMany();
  expect(left.map(({ key }) => key)).toEqual(['b'.repeat(64)]);
});
