import type { HistoryRecord, PaymentRecord } from '@parley/db';
import type { SessionChange } from './session-change.ts';

/** The commands that end a conflict, as the history has them. */
const resolutions = ['accept_conflict', 'accept_unpaid_conflict', 'refund_conflict'] as const;
/** A command that ends a conflict. */
export type Resolution = (typeof resolutions)[number];

/** The action of the entry that follows a resolution which accepted payments. */
const ACCEPTED = 'payments_accepted';

/** Whether a history entry is the end of a conflict. */
export const isResolution = ({ action }: HistoryRecord): boolean =>
  resolutions.some((name) => name === action);

/** Names the payments that the resolution just added to the history accepted. */
export function addAcceptanceEntry(
  change: SessionChange,
  payments: readonly PaymentRecord[],
): void {
  change.addHistoryEntry(ACCEPTED, describePayments(payments));
}

/**
 * Reads from the history which payments the last resolution of a conflict accepted.
 * @returns the ids of their provider objects; empty if there was no resolution, or it accepted none
 */
export async function findAcceptedPayments({
  repositories,
  session,
}: SessionChange): Promise<string[]> {
  const entries = await repositories.history.list(session.id);
  const last = entries.findLast((entry) => entry.action === ACCEPTED || isResolution(entry));
  return last?.action === ACCEPTED ? parseIds(last.reason ?? '') : [];
}

/** The payments as text, e.g. "pi_1 4200 eur, pi_2 100 eur"; amounts in minor units. */
const describePayments = (payments: readonly PaymentRecord[]): string =>
  payments
    .map((payment) => `${payment.providerObjectId} ${payment.amountMinor} ${payment.currency}`)
    .join(', ');

const parseIds = (described: string): string[] =>
  described.split(', ').map((payment) => payment.slice(0, payment.indexOf(' ')));
