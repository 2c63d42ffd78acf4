import { newId, type SessionKey } from '@parley/operations';
import { expect, test } from 'vitest';
import { createSessionWatch } from './session-watch.ts';

const createKey = (): SessionKey => ({ merchantId: newId('merch'), id: newId('psess') });

test('a session has 20 streams, and loses its oldest to a new one', () => {
  const { watch } = createSessionWatch({
    read: async () => new Map(),
    isStopping: () => false,
    onError: () => {},
    max: 30,
    maxPerAddress: 30,
  });
  const ended: string[] = [];
  const stops: (() => void)[] = [];
  const open = (key: SessionKey, name: string): boolean => {
    const stop = watch(
      { key, revision: '1' },
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
  const flooded = createKey();
  for (let page = 1; page <= 50; page++) expect(open(flooded, `${page}`)).toBe(true);
  expect(ended).toEqual(Array.from({ length: 30 }, (_, index) => `${index + 1}`));
  // The streams that ended are free again, for other sessions.
  const opened = Array.from({ length: 11 }, (_, page) => open(createKey(), `other ${page}`));
  expect(opened).toEqual([...Array(10).fill(true), false]);
  expect(ended).toHaveLength(30);
  for (const stop of stops) stop();
});
