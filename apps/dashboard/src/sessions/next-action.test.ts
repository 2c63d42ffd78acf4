import { sessionStatuses } from '@parley/domain';
import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { describeNextAction, getRefreshInterval } from './next-action.ts';
import type { SessionTimeline } from './session-timeline.ts';

it('says that the provider refused the cart until the merchant has replaced it', () => {
  const describe = (isRefused: boolean) =>
    describeNextAction(translator('sessionPage'), {
      session: {
        status: 'payer_opened',
        actionable_next_step: 'supersede_attempt',
        current_acquisition_attempt: { id: 'pspacq_1' },
        payment_summary: { status: 'unpaid' },
      },
      attempts: [{ id: 'pspacq_1', status: 'failed', provider_root_object_id: null }],
      cart_refused: isRefused,
    } as unknown as SessionTimeline);
  expect(describe(true)).toMatch(/^The provider refused the last cart/);
  expect(describe(false)).toMatch(/^The last attempt ended without a charge/);
});

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
