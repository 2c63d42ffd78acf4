import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type BatchLimits, batchReads } from './batch-reads.ts';
import type { Scope } from './records.ts';

const nord: Scope = { merchantId: 'merch_nord', mode: 'test' };
const live: Scope = { ...nord, mode: 'live' };

/** Shared reads whose statements the test ends. A row is its own id; `missing` does not exist. */
function open(limits?: BatchLimits) {
  const statements: { scope: Scope; ids: readonly string[]; end: (error?: Error) => void }[] = [];
  const find = batchReads<string, string>(async (scope, ids) => {
    const ended = Promise.withResolvers<void>();
    const end = (error?: Error) => (error ? ended.reject(error) : ended.resolve());
    statements.push({ scope, ids, end });
    await ended.promise;
    return new Map(ids.filter((id) => id !== 'missing').map((id) => [id, id]));
  }, limits);
  const getIds = () => statements.map(({ ids }) => ids);
  return { find, statements, getIds };
}

it('reads in one statement what is requested in one turn of the event loop', async () => {
  const { find, statements, getIds } = open();
  const found = Promise.all([find(nord, 'a'), find(nord, 'b'), find(nord, 'a')]);
  const missing = find(nord, 'missing');
  await nextTurn();
  expect(getIds()).toEqual([['a', 'b', 'missing']]);
  statements[0]?.end();
  expect(await found).toEqual(['a', 'b', 'a']);
  expect(await missing).toBeNull();
});

it('runs two statements at once and shares the next one', async () => {
  const { find, statements, getIds } = open();
  for (const id of ['a', 'b', 'c', 'd']) {
    void find(nord, id);
    await nextTurn();
  }
  expect(getIds()).toEqual([['a'], ['b']]);
  statements[1]?.end();
  await nextTurn();
  expect(getIds()).toEqual([['a'], ['b'], ['c', 'd']]);
});

it('never reads two merchants or modes in one statement, and begins with the oldest request', async () => {
  const { find, statements } = open();
  void find(live, 'a');
  void find(nord, 'b');
  void find({ merchantId: 'merch_other', mode: 'test' }, 'c');
  await nextTurn();
  expect(statements.map(({ scope, ids }) => [scope, ids])).toEqual([
    [live, ['a']],
    [nord, ['b']],
  ]);
});

it('rejects every read of a statement that fails, and continues', async () => {
  const { find, statements, getIds } = open();
  const failed = Promise.allSettled([find(nord, 'a'), find(nord, 'b')]);
  await nextTurn();
  statements[0]?.end(new Error('away'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  void find(nord, 'c');
  await nextTurn();
  expect(getIds().at(-1)).toEqual(['c']);
});

it('refuses a row when too many wait, and takes more once their statement runs', async () => {
  const { find, statements, getIds } = open({ maxRunning: 1, maxWaiting: 2 });
  void find(nord, 'a');
  await nextTurn();
  for (const id of ['b', 'c', 'b']) void find(nord, id);
  await expect(find(nord, 'd')).rejects.toMatchObject({ code: 'service_unavailable' });
  statements[0]?.end();
  await nextTurn();
  void find(nord, 'd');
  statements[1]?.end();
  await nextTurn();
  expect(getIds()).toEqual([['a'], ['b', 'c'], ['d']]);
});
