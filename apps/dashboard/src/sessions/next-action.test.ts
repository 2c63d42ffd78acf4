import { sessionStatuses } from '@parley/domain';
import { expect, it } from 'vitest';
import { hasMoneyToReturn, refreshInterval } from './next-action.ts';
import type { HistoryEntry, Payment } from './session-timeline.ts';

it('refreshes often while a payer can act, less often while a person has to, and never at the end', () => {
  const intervals = Object.fromEntries(
    sessionStatuses.map((status) => [status, refreshInterval(status)]),
  );
  expect(intervals).toEqual({
    created: 3_000,
    payer_handoff_pending: 3_000,
    payer_opened: 3_000,
    payment_processing: 3_000,
    paid: 10_000,
    provisionable: 10_000,
    payment_conflicted: 10_000,
    provisioned: false,
    provisioning_failed: false,
    expired: false,
    canceled: false,
  });
});

it('reports money to return until the payment in excess is refunded in full', () => {
  const [fulfilled, later] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
  const history = [{ reason: 'money_to_return', at: later }] as HistoryEntry[];
  const payment = (recorded_at: string, refunded_minor: number) =>
    ({ recorded_at, amount_minor: 4200, refunded_minor }) as Payment;
  const check = (...payments: Payment[]) => hasMoneyToReturn({ history, payments });
  expect(check(payment(fulfilled, 0))).toBe(false);
  expect(check(payment(fulfilled, 0), payment(later, 4199))).toBe(true);
  expect(check(payment(fulfilled, 0), payment(later, 4200))).toBe(false);
});
