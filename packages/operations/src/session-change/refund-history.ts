import type { HistoryRecord } from '@parley/db';

/** What the provider reports about a refund, by topic, as the history has it. */
export const refundActions = {
  refund: 'provider_refunded',
  refund_failure: 'provider_refund_failed',
  refund_cancellation: 'provider_refund_canceled',
} as const;

const names: readonly string[] = Object.values(refundActions);

/** Whether the last refund of an attempt failed. Its entries do not name the payment. */
export const isLastRefundFailed = (history: readonly HistoryRecord[], ofAttempt: string): boolean =>
  history.findLast(({ action, attemptId }) => attemptId === ofAttempt && names.includes(action))
    ?.action === refundActions.refund_failure;
