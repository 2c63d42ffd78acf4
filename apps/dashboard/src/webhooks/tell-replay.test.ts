import { expect, it } from 'vitest';
import { tellReplay } from './tell-replay.ts';

it('tells how much is under way', () => {
  expect(tellReplay(0, false)).toBe('There is nothing to send: it has everything.');
  expect(tellReplay(1, false)).toBe('1 event is on its way.');
  expect(tellReplay(20_000, true)).toMatch(/^20,000 events are on their way\. There are more/);
});
