import type { PayerPage } from '@parley/operations';
import { expect, test } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { lookDelays, watch } from './watch.ts';

const open = payerPage();
const processing = payerPage({ presentation_state: 'processing', status: 'payment_processing' });
const paid = payerPage({
  presentation_state: 'succeeded',
  status: 'paid',
  payment_received: true,
});

function watching(pages: (PayerPage | null)[], looksToBelieve = 2) {
  const waits: number[] = [];
  const look = async () => pages[Math.min(waits.length, pages.length) - 1] ?? null;
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return watch({ look, wait, looksToBelieve }).then((watched) => ({ watched, waits }));
}

test('ends as soon as the outcome is known', async () => {
  const { watched, waits } = await watching([processing, null, paid]);
  expect(watched).toEqual({ kind: 'settled', page: paid, stage: 'paid' });
  expect(waits).toEqual(lookDelays.slice(0, 3));
});

test('believes that nothing was charged only when it is said twice in a row', async () => {
  const { watched, waits } = await watching([open, processing, open, null, open]);
  expect(watched).toEqual({ kind: 'not_charged', page: open });
  expect(waits).toHaveLength(5);
});

test('never believes it against the provider’s own word', async () => {
  const { watched } = await watching([open], Number.POSITIVE_INFINITY);
  expect(watched).toEqual({ kind: 'given_up' });
});

test('looks less and less often and then stops', async () => {
  const { watched, waits } = await watching([processing]);
  expect(watched).toEqual({ kind: 'given_up' });
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  const minutes = waits.reduce((sum, ms) => sum + ms, 0) / 60_000;
  expect(minutes).toBeGreaterThan(3);
  expect(minutes).toBeLessThan(6);
});
