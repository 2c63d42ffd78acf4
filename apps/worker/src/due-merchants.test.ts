import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { DueMerchants } from './due-merchants.ts';

const merchant = (id: string) => ({ id, shard: '' });

it('a merchant that was found several times is taken once', () => {
  const due = new DueMerchants();
  due.add([merchant('a'), merchant('b')]);
  due.add([merchant('a')]);
  expect(due.take()).toEqual([merchant('a'), merchant('b')]);
  expect(due.take()).toEqual([]);
});

it('a wait ends when a merchant is found, and at once if there is one', async () => {
  const due = new DueMerchants();
  const { signal } = new AbortController();
  let ended = false;
  const waiting = due.wait(signal).then(() => {
    ended = true;
  });
  due.add([]);
  await Promise.resolve();
  expect(ended).toBe(false);
  due.add([merchant('a')]);
  await waiting;
  await due.wait(signal);
});

it('a wait ends when the worker stops', async () => {
  const due = new DueMerchants();
  const stopping = new AbortController();
  const waiting = due.wait(stopping.signal);
  stopping.abort();
  await waiting;
  await due.wait(stopping.signal);
});

it('a wait that has ended leaves no listener on the signal', async () => {
  const due = new DueMerchants();
  const { signal } = new AbortController();
  for (let waits = 0; waits < 2; waits++) {
    const waiting = due.wait(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    due.add([merchant('a')]);
    await waiting;
    due.take();
  }
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
