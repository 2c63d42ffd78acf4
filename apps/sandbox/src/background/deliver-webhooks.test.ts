import { expect, it } from 'vitest';
import { retryDelay, signatureHeader } from './deliver-webhooks.ts';

it('retryDelay grows and ends with null after the last attempt', () => {
  const waits = Array.from({ length: 16 }, (_, i) => retryDelay(i + 1));
  expect(waits.slice(0, 6)).toEqual([1_000, 3_000, 10_000, 30_000, 120_000, 600_000]);
  expect(waits.at(-2)).toBe(12 * 3_600_000);
  expect(waits.at(-1)).toBeNull();
});

it('signatureHeader depends on the time, the body and the secret', () => {
  expect(signatureHeader('{}', 'whsec_x', 1)).toMatch(/^t=1,v1=[0-9a-f]{64}$/);
  expect(signatureHeader('{}', 'whsec_x', 1)).not.toBe(signatureHeader('{}', 'whsec_y', 1));
});
