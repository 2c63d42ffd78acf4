import type { SubscriptionRecord } from '@parley/db';
import {
  MAX_SUBSCRIPTION_DISPUTES,
  needsDisputeResponse,
  rankDispute,
  type SubscriptionDispute,
} from '@parley/domain';
import type { ProviderPaymentState } from '@parley/provider';
import { isSameDispute, nextDispute } from '../session-change/dispute-columns.ts';
import { disputeView } from '../session-change/payment-view.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { emitOfSubscription } from './record-subscription.ts';

/**
 * Records the dispute of a renewal of a subscription as just read from the provider, with an event of the
 * subscription if it has changed. A renewal is no payment of the session, so it has no row of its own.
 * @param before the stored subscription, which must have the version that it had before `state` was read
 */
export function recordRenewalDispute(
  change: SessionChange,
  before: SubscriptionRecord,
  state: ProviderPaymentState,
): void {
  const stored = before.disputes ?? [];
  const known = stored.find(({ payment_id }) => payment_id === state.id);
  const columns = toColumns(known);
  const { amountMinor, currency, disputedMinor } = state;
  const next = { ...nextDispute(columns, state.dispute, change.now), disputedMinor };
  const view = disputeView(next);
  if (!view || isSameDispute(columns, next)) return;
  const dispute: SubscriptionDispute = {
    ...view,
    payment_id: state.id,
    amount_minor: amountMinor,
    currency,
    disputed_minor: disputedMinor,
    captured_at: state.capturedAt.toISOString(),
  };
  const disputes = [dispute, ...stored.filter((recorded) => recorded !== known)]
    .sort((a, b) => rankDispute(a.status) - rankDispute(b.status) || compareAge(b, a))
    .slice(0, MAX_SUBSCRIPTION_DISPUTES);
  const waiting = disputes.filter(({ status }) => needsDisputeResponse(status));
  const after: SubscriptionRecord = {
    ...before,
    disputes,
    disputeDueBy: toDate(sortTimes(waiting.map(({ due_by }) => due_by))[0]),
    disputeClosedAt: toDate(sortTimes(disputes.map(({ closed_at }) => closed_at)).at(-1)),
    updatedAt: change.now,
  };
  change.writes.subscription = { before, after };
  emitOfSubscription(change, 'subscription.updated', after, before);
}

/** What `nextDispute` and `isSameDispute` compare. */
const toColumns = (stored: SubscriptionDispute | undefined) => ({
  disputeId: stored?.id ?? null,
  disputeStatus: stored?.status ?? null,
  disputeDueBy: toDate(stored?.due_by),
  disputeClosedAt: toDate(stored?.closed_at),
  disputedMinor: stored?.disputed_minor ?? 0,
});

/** Times of the same format are in order as texts. */
const compareAge = (a: SubscriptionDispute, b: SubscriptionDispute): number =>
  a.opened_at < b.opened_at ? -1 : 1;

const sortTimes = (times: readonly (string | null)[]): string[] =>
  times.filter((time) => time !== null).toSorted();

const toDate = (time: string | null | undefined): Date | null => (time ? new Date(time) : null);
