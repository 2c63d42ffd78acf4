/** Declined payments of a session after which the payer can still try again at once. */
const FREE_DECLINES = 3;
/** The same while the declined payments of the merchant spike. */
const FREE_DECLINES_IN_SPIKE = 1;
/** Declined payments after which a session accepts no further payment. */
export const MAX_DECLINES = 10;
const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** Declined payments of a network after which its payers can still try again at once. Many may share it. */
const FREE_DECLINES_OF_NETWORK = 15;
/** More are not counted, so that a network is delayed for minutes after its last one, not for hours. */
export const MAX_DECLINES_OF_NETWORK = 18;
const LONGEST_DELAY_OF_NETWORK_MS = 2 * 60_000;
/** Once per such time, one declined payment of a network is forgotten. */
export const NETWORK_DECLINE_SECONDS = LONGEST_DELAY_OF_NETWORK_MS / 1000;

/** Failures that say nothing about a card: the payer gave up, or the method is not a card. */
const otherFailures = new Set([
  'payment_intent_authentication_failure',
  'payment_intent_payment_attempt_expired',
  'payment_intent_payment_attempt_failed',
  'payment_method_customer_decline',
  'payment_method_provider_timeout',
  'setup_intent_authentication_failure',
]);

/** Whether a failed payment counts for its network and merchant, by the provider's code. */
export const isCardDecline = (code: string): boolean => !otherFailures.has(code);

/** The declined payments of a session. */
export interface Declines {
  readonly declineCount: number;
  readonly lastDeclinedAt: Date | null;
}

/** The declined payments of a payer's network. */
export interface NetworkDeclines {
  /** How many, less those that were forgotten until the last one. */
  readonly level: number;
  /** When the last one was counted. */
  readonly countedAt: Date;
  /** When the payer first wanted to pay this session; null if it is now. */
  readonly firstSeenAt: Date | null;
}

/** What delays the payers of several sessions. */
export interface DeclineLimits {
  /** Null without declined payments of the client's network. */
  readonly network: NetworkDeclines | null;
  /** Whether far more payments of the merchant are declined than usual. */
  readonly isSpiking: boolean;
}

/** The limits of a session alone. */
export const noDeclineLimits: DeclineLimits = { network: null, isSpiking: false };

/** Whether so many payments were declined that no further one is accepted. */
export const isDeclinedTooOften = ({ declineCount }: Pick<Declines, 'declineCount'>): boolean =>
  declineCount >= MAX_DECLINES;

/**
 * When the payer can try again after declined payments of the session or of the network; null when at once.
 * Each delay doubles with each decline. That of the network begins with what this payer did, so that others
 * cannot extend it: they wait once for two minutes at most, and again only after a decline of their own.
 */
export function nextPaymentAt(
  { declineCount, lastDeclinedAt }: Declines,
  { network, isSpiking }: DeclineLimits,
  now: Date,
): Date | null {
  const free = isSpiking ? FREE_DECLINES_IN_SPIKE : FREE_DECLINES;
  const ends = [
    delayEnd(declineCount - free, lastDeclinedAt, LONGEST_DELAY_MS),
    network &&
      delayEnd(
        Math.ceil(levelAt(network, now)) - FREE_DECLINES_OF_NETWORK,
        lastDeclinedAt ?? network.firstSeenAt ?? now,
        LONGEST_DELAY_OF_NETWORK_MS,
      ),
  ];
  const latest = Math.max(...ends.map(Number));
  return latest > Number(now) ? new Date(latest) : null;
}

/** The declines of a network that are not forgotten yet. */
const levelAt = ({ level, countedAt }: NetworkDeclines, now: Date): number =>
  level - (now.getTime() - countedAt.getTime()) / (NETWORK_DECLINE_SECONDS * 1000);

/** @param excess declines beyond those without a delay */
function delayEnd(excess: number, declinedAt: Date | null, longestMs: number): Date | null {
  if (excess <= 0 || declinedAt === null) return null;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (excess - 1), longestMs);
  return new Date(declinedAt.getTime() + delay);
}
