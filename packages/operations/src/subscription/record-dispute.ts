import type { SubscriptionRecord } from '@parley/db';
import {
  isDisputeOpen,
  MAX_SUBSCRIPTION_DISPUTES,
  needsDisputeResponse,
  rankDispute,
  type SubscriptionDispute,
} from '@parley/domain';
import type { ProviderPaymentState } from '@parley/provider';
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
  const dispute = toDispute(state, known, change.now);
  if (!dispute || (known && isSame(known, dispute))) return;
  const disputes = [dispute, ...stored.filter((recorded) => recorded !== known)]
    .sort((a, b) => rankDispute(a.status) - rankDispute(b.status) || compareAge(b, a))
    .slice(0, MAX_SUBSCRIPTION_DISPUTES);
  const after: SubscriptionRecord = {
    ...before,
    disputes,
    disputeDueBy: firstTime(
      disputes.map(({ status, due_by }) => (needsDisputeResponse(status) ? due_by : null)),
    ),
    disputeClosedAt: lastTime(disputes.map(({ closed_at }) => closed_at)),
    updatedAt: change.now,
  };
  change.writes.subscription = { before, after };
  emitOfSubscription(change, 'subscription.updated', after, before);
}

function toDispute(
  { id: payment_id, dispute, ...payment }: ProviderPaymentState,
  known: SubscriptionDispute | undefined,
  now: Date,
): SubscriptionDispute | null {
  if (!dispute) return null;
  const { id, status, reason, dueBy, openedAt } = dispute;
  const closedAt = known?.id === id ? known.closed_at : null;
  return {
    id,
    status,
    reason,
    due_by: dueBy?.toISOString() ?? null,
    opened_at: openedAt.toISOString(),
    closed_at: isDisputeOpen(status) ? null : (closedAt ?? now.toISOString()),
    payment_id,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    disputed_minor: payment.disputedMinor,
    captured_at: payment.capturedAt.toISOString(),
  };
}

const isSame = (a: SubscriptionDispute, b: SubscriptionDispute): boolean =>
  a.id === b.id &&
  a.status === b.status &&
  a.due_by === b.due_by &&
  a.disputed_minor === b.disputed_minor;

/** Times of the same format are in order as texts. */
const compareAge = (a: SubscriptionDispute, b: SubscriptionDispute): number =>
  a.opened_at < b.opened_at ? -1 : 1;

function firstTime(times: readonly (string | null)[]): Date | null {
  const [first] = times.filter((time) => time !== null).toSorted();
  return first === undefined ? null : new Date(first);
}

function lastTime(times: readonly (string | null)[]): Date | null {
  const last = times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1);
  return last === undefined ? null : new Date(last);
}
