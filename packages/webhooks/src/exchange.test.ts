import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Exchange } from './exchange.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('reads a slow response only until the timeout', () => {
  const settle = vi.fn();
  const abort = vi.fn();
  const controller = { abort } as unknown as Dispatcher.DispatchController;
  const exchange = new Exchange(100, settle);
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 200, {});
  exchange.onResponseData(controller, Buffer.from('a'));
  vi.advanceTimersByTime(99);
  expect(settle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  exchange.onResponseError(controller, new Error('aborted'));
  expect(settle).toHaveBeenCalledExactlyOnceWith({
    kind: 'response',
    status: 200,
    body: 'a',
    retryAfterSeconds: null,
  });
  expect(abort).toHaveBeenCalledOnce();
});
