import type { SubscriptionRecord } from '@parley/db';
import { MAX_SUBSCRIPTION_DISPUTES, type SubscriptionDispute } from '@parley/domain';
import type { ProviderPaymentState } from '@parley/provider';
import { expect, it } from 'vitest';
import type { SessionChange } from '../session-change/session-change.ts';
import { SessionWrites } from '../session-change/session-writes.ts';
import { recordRenewalDispute } from './record-dispute.ts';

const now = new Date('2026-11-27T12:00:00.000Z');
const day = (number: number) =>
  new Date(`2026-12-${String(number).padStart(2, '0')}T09:00:00.000Z`);

const dispute = (number: number, status = 'needs_response'): SubscriptionDispute => ({
  id: `dp_${number}`,
  status,
  reason: 'fraudulent',
  due_by: day(number).toISOString(),
  opened_at: `2026-11-01T09:00:${String(number).padStart(2, '0')}.000Z`,
  closed_at: null,
  payment_id: `pi_${number}`,
  amount_minor: 900,
  currency: 'eur',
  disputed_minor: 900,
  captured_at: '2026-10-01T09:00:00.000Z',
});

const createState = (one: SubscriptionDispute): ProviderPaymentState => ({
  id: one.payment_id,
  type: 'payment_intent',
  amountMinor: one.amount_minor,
  currency: one.currency,
  refundedMinor: 0,
  disputedMinor: one.disputed_minor,
  capturedAt: new Date(one.captured_at),
  dispute: {
    id: one.id,
    status: one.status,
    reason: one.reason ?? '',
    dueBy: one.due_by === null ? null : new Date(one.due_by),
    openedAt: new Date(one.opened_at),
  },
});

/** What is written when the provider shows a dispute; null if nothing is. */
function record(stored: readonly SubscriptionDispute[] | null, state: ProviderPaymentState) {
  const events: string[] = [];
  const at = new Date('2026-11-20T12:00:00.000Z');
  const before = {
    disputes: stored,
    items: [],
    createdAt: at,
    updatedAt: at,
    lastSyncedAt: at,
  } as unknown as SubscriptionRecord;
  const change = {
    now,
    writes: new SessionWrites(),
    emit: (type: string) => events.push(type),
  } as unknown as SessionChange;
  for (const name of [
    'cancelAt',
    'currentPeriodStart',
    'currentPeriodEnd',
    'trialEnd',
    'endedAt',
    'itemsUpdatedAt',
    'lastEventAt',
  ]) {
    Object.assign(before, { [name]: null });
  }
  recordRenewalDispute(change, before, state);
  const after = change.writes.subscription?.after ?? null;
  return { after, ids: after?.disputes?.map(({ id }) => id), events };
}

it('lists the most urgent dispute first, and stores the next deadline', () => {
  const { after, ids, events } = record(
    [dispute(3), dispute(1, 'under_review')],
    createState(dispute(2)),
  );
  expect(ids).toEqual(['dp_3', 'dp_2', 'dp_1']);
  expect(after).toMatchObject({ disputeDueBy: day(2), disputeClosedAt: null });
  expect(events).toEqual(['subscription.updated']);
});

it('has no deadline any more when all disputes have a response or ended', () => {
  const { after } = record([dispute(1)], createState(dispute(1, 'lost')));
  expect(after).toMatchObject({
    disputeDueBy: null,
    disputeClosedAt: now,
    disputes: [{ id: 'dp_1', status: 'lost', closed_at: now.toISOString() }],
  });
});

it('writes nothing when the dispute is stored as it is shown, or there is none', () => {
  expect(record([dispute(1)], createState(dispute(1))).after).toBeNull();
  expect(record(null, { ...createState(dispute(1)), dispute: null }).after).toBeNull();
});

it('leaves out the disputes that matter least', () => {
  const closed = { ...dispute(1, 'won'), closed_at: '2026-11-20T09:00:00.000Z' };
  const open = Array.from({ length: MAX_SUBSCRIPTION_DISPUTES - 1 }, (_, n) => dispute(n + 2));
  const { ids } = record([...open, closed], createState(dispute(25)));
  expect(ids).toHaveLength(MAX_SUBSCRIPTION_DISPUTES);
  expect(ids).not.toContain('dp_1');
});
