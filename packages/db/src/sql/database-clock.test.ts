import { expect, it } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';

function startClock(database: string) {
  let elapsed = 5_000;
  let reads = 0;
  const clock = createDatabaseClock(
    async () => {
      reads += 1;
      return new Date(database);
    },
    () => elapsed,
  );
  return {
    clock,
    reads: () => reads,
    pass: (ms: number) => {
      elapsed += ms;
    },
    now: async () => (await clock.now()).toISOString(),
  };
}
const at = '2026-11-22T10:00:00.000Z';

it('reads the database clock at the first use, once for concurrent uses', async () => {
  const { now, reads } = startClock(at);
  expect(await Promise.all([now(), now(), now()])).toEqual([at, at, at]);
  expect(reads()).toBe(1);
});

it('adds the time that has passed, in whole milliseconds, for up to a second', async () => {
  const { now, pass, reads } = startClock(at);
  await now();
  pass(400.7);
  expect(await now()).toBe('2026-11-22T10:00:00.400Z');
  pass(599);
  expect(await now()).toBe('2026-11-22T10:00:00.999Z');
  expect(reads()).toBe(1);
  pass(1);
  expect(await now()).toBe(at);
  expect(reads()).toBe(2);
});

it('uses the time that another statement returned instead of reading it', async () => {
  const { clock, now, pass, reads } = startClock(at);
  clock.observe(new Date('2026-11-22T11:00:00.000Z'));
  pass(20);
  expect(await now()).toBe('2026-11-22T11:00:00.020Z');
  expect(reads()).toBe(0);
});

it('is not set back by a statement that took long, except after a second', async () => {
  const { clock, now, pass } = startClock(at);
  await now();
  pass(500);
  clock.observe(new Date('2026-11-22T09:59:57.000Z'));
  expect(await now()).toBe('2026-11-22T10:00:00.500Z');
  clock.observe(new Date('2026-11-22T10:00:00.600Z'));
  expect(await now()).toBe('2026-11-22T10:00:00.600Z');
  pass(1_001);
  clock.observe(new Date('2026-11-22T09:00:00.000Z'));
  expect(await now()).toBe('2026-11-22T09:00:00.000Z');
});

it('reads again after a failure', async () => {
  let isDown = true;
  const clock = createDatabaseClock(async () => {
    if (isDown) throw new Error('down');
    return new Date(at);
  });
  await expect(clock.now()).rejects.toThrow('down');
  isDown = false;
  expect(await clock.now()).toEqual(new Date(at));
});
