import { expect, test } from 'vitest';
import { waitFor } from './wait-for.ts';

test('waitFor returns what the condition returns, including falsy numbers and strings', async () => {
  let looks = 0;
  expect(await waitFor(() => ++looks === 3 && 'there', { everyMs: 1 })).toBe('there');
  expect(looks).toBe(3);
  expect(await waitFor(() => 0)).toBe(0);
});

test('waitFor names the condition in its timeout error', async () => {
  const wait = waitFor(() => false, { timeoutMs: 5, everyMs: 1, what: 'a sign' });
  await expect(wait).rejects.toThrow('Waited 5 ms for a sign; it did not occur.');
});
