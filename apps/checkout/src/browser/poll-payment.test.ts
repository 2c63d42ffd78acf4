import type { PayerPage } from '@parley/operations';
import { expect, test } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { pollDelays, pollPayment } from './poll-payment.ts';

const open = payerPage();
const processing = payerPage({ presentation_state: 'processing', status: 'payment_processing' });
const paid = payerPage({
  presentation_state: 'succeeded',
  status: 'paid',
  payment_received: true,
});

async function pollPages(pages: (PayerPage | null)[], requiredConfirmations = 2) {
  const waits: number[] = [];
  const fetchPage = async () => pages[Math.min(waits.length, pages.length) - 1] ?? null;
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return { result: await pollPayment({ fetchPage, wait, requiredConfirmations }), waits };
}

test('ends as soon as the outcome is known', async () => {
  const { result, waits } = await pollPages([processing, null, paid]);
  expect(result).toEqual({ kind: 'settled', page: paid, stage: 'paid' });
  expect(waits).toEqual(pollDelays.slice(0, 3));
});

test('reports not_charged after two consecutive responses without a charge', async () => {
  const { result, waits } = await pollPages([open, processing, open, null, open]);
  expect(result).toEqual({ kind: 'not_charged', page: open });
  expect(waits).toHaveLength(5);
});

test('never reports not_charged if no number of responses is enough', async () => {
  const { result } = await pollPages([open], Number.POSITIVE_INFINITY);
  expect(result).toEqual({ kind: 'timed_out' });
});

test('polls with growing delays and stops after a few minutes', async () => {
  const { result, waits } = await pollPages([processing]);
  expect(result).toEqual({ kind: 'timed_out' });
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  const minutes = waits.reduce((sum, ms) => sum + ms, 0) / 60_000;
  expect(minutes).toBeGreaterThan(3);
  expect(minutes).toBeLessThan(6);
});
