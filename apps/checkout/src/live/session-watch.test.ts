import { newId, type SessionKey } from '@parley/operations';
import { afterEach, expect, test } from 'vitest';
import { createSessionWatch } from './session-watch.ts';

const createKey = (merchantId = newId('merch')): SessionKey => ({ merchantId, id: newId('psess') });

let stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** A watch with slots for some streams. */
function startWatch(max: number, maxPerAddress = Number.POSITIVE_INFINITY) {
  const { watch } = createSessionWatch({
    read: async () => new Map(),
    isStopping: () => false,
    onError: () => {},
    ...{ max, maxPerAddress },
  });
  /** The names of the streams that ended. */
  const ended: string[] = [];
  /** Returns whether the stream is open. */
  const open = (key: SessionKey, name: string, address?: string): boolean => {
    const stop = watch(
      { key, revision: '1', ...(address !== undefined && { address }) },
      {
        onRevision: () => {},
        end() {
          ended.push(name);
          stop?.();
        },
      },
    );
    if (stop) stops.push(stop);
    return stop !== null;
  };
  return { ended, open };
}

test('a session has 20 streams, and loses its oldest to a new one', () => {
  const { ended, open } = startWatch(30);
  const flooded = createKey();
  for (let page = 1; page <= 50; page++) expect(open(flooded, `${page}`)).toBe(true);
  expect(ended).toEqual(Array.from({ length: 30 }, (_, index) => `${index + 1}`));
  // The streams that ended are free again, for other sessions.
  for (let page = 1; page <= 10; page++) expect(open(createKey(), `other ${page}`)).toBe(true);
  expect(ended).toHaveLength(30);
});

test('when all slots are taken, the merchant with the most streams loses its oldest to others', () => {
  const { ended, open } = startWatch(6);
  const [large, small] = [newId('merch'), newId('merch')];
  for (let page = 1; page <= 6; page++) open(createKey(large), `large ${page}`);
  expect(open(createKey(large), 'large 7')).toBe(false);
  expect(open(createKey(small), 'small 1')).toBe(true);
  expect(open(createKey(small), 'small 2')).toBe(true);
  expect(open(createKey(small), 'small 3')).toBe(true);
  // Both have three.
  expect(open(createKey(small), 'small 4')).toBe(false);
  expect(open(createKey(large), 'large 8')).toBe(false);
  expect(open(createKey(), 'third 1')).toBe(true);
  expect(ended).toEqual(['large 1', 'large 2', 'large 3', 'large 4']);
});

test('a network with too many streams ends none of others', () => {
  const { ended, open } = startWatch(4, 2);
  const large = newId('merch');
  for (const [page, address] of ['10.0.0.1', '10.0.0.1', '10.0.1.1', '10.0.1.1'].entries())
    expect(open(createKey(large), `${page}`, address)).toBe(true);
  expect(open(createKey(), 'refused', '10.0.0.1')).toBe(false);
  expect(ended).toEqual([]);
});
