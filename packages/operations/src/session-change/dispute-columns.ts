import type { PaymentRecord } from '@parley/db';
import { isDisputeOpen } from '@parley/domain';
import type { ProviderDispute } from '@parley/provider';

/** The columns of a payment that was never disputed. */
export const noDispute = {
  disputeId: null,
  disputeStatus: null,
  disputeReason: null,
  disputeDueBy: null,
  disputeOpenedAt: null,
  disputeClosedAt: null,
} as const satisfies Partial<PaymentRecord>;

export type DisputeColumns = Pick<PaymentRecord, keyof typeof noDispute>;

/**
 * The columns of a dispute as just read. One that is still closed in the same way keeps the time at which it was closed:
 * a lost dispute can be won later, and the other way round.
 */
export function nextDispute(
  before: Pick<DisputeColumns, 'disputeId' | 'disputeStatus' | 'disputeClosedAt'>,
  shown: ProviderDispute | null,
  now: Date,
): DisputeColumns {
  if (!shown) return noDispute;
  const { id, status, reason, dueBy, openedAt } = shown;
  const isSame = before.disputeId === id && before.disputeStatus === status;
  const closedAt = isSame ? before.disputeClosedAt : null;
  return {
    disputeId: id,
    disputeStatus: status,
    disputeReason: reason,
    disputeDueBy: dueBy,
    disputeOpenedAt: openedAt,
    disputeClosedAt: isDisputeOpen(status) ? null : (closedAt ?? now),
  };
}

type Compared = Pick<
  PaymentRecord,
  'disputeId' | 'disputeStatus' | 'disputeDueBy' | 'disputedMinor'
>;

/** Whether nothing has changed that is worth a record. */
export const isSameDispute = (a: Compared, b: Compared): boolean =>
  a.disputeId === b.disputeId &&
  a.disputeStatus === b.disputeStatus &&
  a.disputeDueBy?.getTime() === b.disputeDueBy?.getTime() &&
  a.disputedMinor === b.disputedMinor;
