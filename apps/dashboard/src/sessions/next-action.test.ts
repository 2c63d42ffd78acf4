import { sessionStatuses } from '@parley/domain';
import { expect, it } from 'vitest';
import { getRefreshInterval } from './next-action.ts';

it('refreshes often while a payer can act, less often while a person has to, and never at the end', () => {
  const intervals = Object.fromEntries(
    sessionStatuses.map((status) => [status, getRefreshInterval(status)]),
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

it('refreshes a fulfilled session while its conflict waits for a person', () => {
  expect(getRefreshInterval('provisioned', 'resolve_conflict')).toBe(10_000);
  expect(getRefreshInterval('provisioned', 'none')).toBe(false);
});
