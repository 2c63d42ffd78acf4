// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { markDeparture, takeDeparture } from './departure.ts';

afterEach(() => vi.unstubAllGlobals());

it('a payer who has left for the page of the provider returns once, to the same session', () => {
  markDeparture('psess_1');
  expect(takeDeparture('psess_2')).toBe(false);
  expect([takeDeparture('psess_1'), takeDeparture('psess_1')]).toEqual([true, false]);
});

it('a browser that refuses the storage does not stop the payer', () => {
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new Error('refused');
    },
  });
  expect(() => markDeparture('psess_1')).not.toThrow();
  expect(takeDeparture('psess_1')).toBe(false);
});
