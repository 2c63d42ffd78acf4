import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSession } from './live-status.ts';

const opened: RefusedSource[] = [];

/** An event source whose server refuses the stream. */
class RefusedSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 2;
  constructor() {
    super();
    opened.push(this);
  }
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', RefusedSource);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
  );
});
afterEach(() => {
  opened.length = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  [0, 30_000],
  [0.5, 60_000],
  [1, 90_000],
])('pages that were refused connect again after different times: %s', (random, delay) => {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  watchSession('/events', () => {});
  opened[0]?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(delay - 1);
  expect(opened).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
});
