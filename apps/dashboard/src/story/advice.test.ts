import { sessionStatuses } from '@parley/domain';
import type { StoryEntry } from '@parley/operations';
import { expect, it } from 'vitest';
import { hasMoneyToReturn, lookAgainAfter } from './advice.ts';

it('looks again soon while somebody may act, later while a person has to, never at the end', () => {
  const seconds = Object.fromEntries(
    sessionStatuses.map((status) => [status, lookAgainAfter(status)]),
  );
  expect(seconds).toEqual({
    created: 3,
    payer_handoff_pending: 3,
    payer_opened: 3,
    payment_processing: 3,
    paid: 10,
    provisionable: 10,
    payment_conflicted: 10,
    provisioned: null,
    provisioning_failed: null,
    expired: null,
    canceled: null,
  });
});

it('knows of money to return until the provider says that some went back', () => {
  const entry = (action: string, reason: string | null = null) =>
    ({ action, reason }) as StoryEntry;
  const arrived = entry('receive_second_payment', 'money_to_return');
  const refunded = entry('provider_refunded', '4200 eur');
  const told = (...history: StoryEntry[]) => hasMoneyToReturn({ history });
  expect(told(entry('report_provisioned'))).toBe(false);
  expect(told(refunded, arrived)).toBe(true);
  expect(told(arrived, refunded)).toBe(false);
});
