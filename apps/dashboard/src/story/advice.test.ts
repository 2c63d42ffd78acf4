import { sessionStatuses } from '@parley/domain';
import { expect, it } from 'vitest';
import { lookAgainAfter } from './advice.ts';

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
