import { sessionStatuses } from '@parley/domain';
import { expect, it } from 'vitest';
import { hasMoneyToReturn, refreshInterval } from './next-action.ts';
import type { HistoryEntry } from './session-timeline.ts';

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

it('reports money to return until the provider shows a refund', () => {
  const entry = (action: string, reason: string | null = null) =>
    ({ action, reason }) as HistoryEntry;
  const received = entry('receive_second_payment', 'money_to_return');
  const refunded = entry('provider_refunded', '4200 eur');
  const check = (...history: HistoryEntry[]) => hasMoneyToReturn({ history });
  expect(check(entry('report_provisioned'))).toBe(false);
  expect(check(refunded, received)).toBe(true);
  expect(check(received, refunded)).toBe(false);
});
