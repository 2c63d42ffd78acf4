import { expect, it } from 'vitest';
import { cacheLookups } from './lookup-cache.ts';

interface Key {
  readonly expiresInMs: number | null;
}

/** A cache over a lookup that returns `found`, with a clock that the test sets. */
function open(found: Key | null | Error) {
  const lookups: string[] = [];
  let nowMs = 0;
  const { find, refresh } = cacheLookups(
    async (keyHash) => {
      lookups.push(keyHash);
      if (found instanceof Error) throw found;
      return found;
    },
    (key) => key.expiresInMs,
    () => nowMs,
  );
  return {
    lookups,
    findAt: (ms: number, keyHash = 'a') => {
      nowMs = ms;
      return find(keyHash);
    },
    refreshAt: (ms: number) => {
      nowMs = ms;
      return refresh('a');
    },
  };
}

it('looks a key up once for concurrent requests and again a second after the lookup began', async () => {
  const key = { expiresInMs: null };
  const { findAt, lookups } = open(key);
  expect(await Promise.all([findAt(0), findAt(0), findAt(0, 'b')])).toEqual([key, key, key]);
  await findAt(999);
  expect(lookups).toEqual(['a', 'b']);
  await findAt(1_000);
  expect(lookups).toEqual(['a', 'b', 'a']);
});

it('measures the second by the clock of the process', async () => {
  let lookups = 0;
  const { find } = cacheLookups(async () => {
    lookups += 1;
    return 'value';
  });
  await find('a');
  await find('a');
  expect(lookups).toBe(1);
});

it('looks a key up again at a refresh, and uses the new value for a second', async () => {
  const { findAt, refreshAt, lookups } = open({ expiresInMs: null });
  await findAt(0);
  await refreshAt(500);
  await findAt(1_499);
  expect(lookups).toHaveLength(2);
  await findAt(1_500);
  expect(lookups).toHaveLength(3);
});

it('refreshes a key at most once a second, however often a refresh is requested', async () => {
  const { findAt, refreshAt, lookups } = open({ expiresInMs: null });
  await findAt(0);
  await Promise.all([refreshAt(100), refreshAt(100)]);
  await refreshAt(1_099);
  expect(lookups).toHaveLength(2);
  await refreshAt(1_100);
  expect(lookups).toHaveLength(3);
});

it('looks a key up again when it expires', async () => {
  const { findAt, lookups } = open({ expiresInMs: 300 });
  await findAt(0);
  await findAt(299);
  expect(lookups).toHaveLength(1);
  await findAt(300);
  expect(lookups).toHaveLength(2);
});

it.each([['finds nothing', null] as const, ['fails', new Error('away')] as const])(
  'looks a key up again after a lookup that %s, but once for concurrent requests',
  async (_, found) => {
    const { findAt, lookups } = open(found);
    await Promise.allSettled([findAt(0), findAt(0)]);
    expect(lookups).toHaveLength(1);
    await findAt(0).catch(() => null);
    expect(lookups).toHaveLength(2);
  },
);

it('forgets the oldest of more than 10,000 keys', async () => {
  const { findAt, lookups } = open({ expiresInMs: null });
  for (let number = 0; number < 10_001; number++) await findAt(0, `key ${number}`);
  await findAt(0, 'key 1');
  expect(lookups).toHaveLength(10_001);
  await findAt(0, 'key 0');
  expect(lookups).toHaveLength(10_002);
});
