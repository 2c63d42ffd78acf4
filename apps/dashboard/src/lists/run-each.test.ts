import { expect, it } from 'vitest';
import { runEach } from './run-each.ts';

it('runs as many at once as allowed, and returns those that did not start before it was stopped', async () => {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  let stopped = false;
  const rest = runEach(
    [1, 2, 3, 4, 5],
    (item) => {
      started.push(item);
      return new Promise((resolve) => ends.push(resolve));
    },
    { concurrency: 2, isStopped: () => stopped },
  );
  expect(started).toEqual([1, 2]);
  ends[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toEqual([1, 2, 3]);
  stopped = true;
  for (const end of ends) end();
  expect(await rest).toEqual([4, 5]);
  expect(started).toEqual([1, 2, 3]);
});
