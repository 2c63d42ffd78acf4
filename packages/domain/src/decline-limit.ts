/** Declined payments of a session after which the payer can still try again at once. */
const FREE_DECLINES = 3;
/** Declined payments after which a session accepts no further payment. */
export const MAX_DECLINES = 10;
const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** The declined payments of a session. */
export interface Declines {
  readonly declineCount: number;
  readonly lastDeclinedAt: Date | null;
}

/** Whether so many payments were declined that no further one is accepted. */
export const isDeclinedTooOften = ({ declineCount }: Pick<Declines, 'declineCount'>): boolean =>
  declineCount >= MAX_DECLINES;

/**
 * When the payer can try again after declined payments; null when at once. The delay doubles with each
 * decline.
 */
export function nextPaymentAt({ declineCount, lastDeclinedAt }: Declines, now: Date): Date | null {
  const excess = declineCount - FREE_DECLINES;
  if (excess <= 0 || lastDeclinedAt === null) return null;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (excess - 1), LONGEST_DELAY_MS);
  const at = new Date(lastDeclinedAt.getTime() + delay);
  return at > now ? at : null;
}
