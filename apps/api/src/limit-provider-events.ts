import { DomainError, getNetwork } from '@parley/domain';
import { createTokenBuckets, type TokenBucketOptions } from '@parley/runtime/token-buckets';

/** Limits of provider events, counted by each process. */
export interface ProviderEventLimits {
  /** Verified events of an account: the merchant has its signing secret, and can sign any number. */
  readonly verified: TokenBucketOptions;
  /** Bytes of the bodies of verified events of an account. */
  readonly verifiedBytes: TokenBucketOptions;
  /** Of events that are not verified (yet), such as badly signed ones: for an address (IPv6: a /64) with one account, and with all ids of accounts that do not exist. */
  readonly perAddress: TokenBucketOptions;
  /** The same for an account from all addresses. */
  readonly perAccount: TokenBucketOptions;
}

const KIB = 1_024;

/** Defaults of the rates that an operator may change, in events and KiB. */
export const defaultEventRates = {
  perSecond: 50,
  burst: 2_000,
  kibPerSecond: 512,
  kibBurst: 8_192,
};

/** The rates of verified events with the other limits. */
export const providerEventLimits = (
  rates: typeof defaultEventRates = defaultEventRates,
): ProviderEventLimits => ({
  verified: { perSecond: rates.perSecond, burst: rates.burst },
  verifiedBytes: { perSecond: rates.kibPerSecond * KIB, burst: rates.kibBurst * KIB },
  perAddress: { perSecond: 20, burst: 100 },
  perAccount: { perSecond: 100, burst: 500 },
});

/** Where an event comes from. */
export interface EventSender {
  readonly address: string;
  /** The id of the account; null if it does not exist. */
  readonly accountId: string | null;
}

/**
 * Limits the events that are not verified. The provider sends the events of all accounts from the
 * same few addresses, and anyone may have it send some for an account that does not exist here: those that one
 * account causes must not keep the events of others out.
 */
export function limitProviderEvents(limits: ProviderEventLimits) {
  const perAddress = createTokenBuckets(limits.perAddress);
  const perSender = createTokenBuckets(limits.perAddress);
  const perAccount = createTokenBuckets(limits.perAccount);
  const verified = createTokenBuckets(limits.verified);
  const verifiedBytes = createTokenBuckets(limits.verifiedBytes);

  /** The buckets of an event with their keys, in the order in which they are checked. */
  function getBuckets({ address, accountId }: EventSender) {
    const network = getNetwork(address);
    if (accountId === null) return [{ buckets: perAddress, key: network }];
    return [
      { buckets: perSender, key: `${network} ${accountId}` },
      { buckets: perAccount, key: accountId },
    ];
  }

  /** Returns all tokens: the event is genuine, or could not be verified because of this service. */
  function refundAll(sender: EventSender): void {
    for (const { buckets, key } of getBuckets(sender)) buckets.refund(key);
  }

  /** The seconds until an account may send a verified event of this size; 0 if it may do so now. */
  const waitForVerified = (accountId: string, bytes: number): number =>
    Math.max(verified.wait(accountId), verifiedBytes.wait(accountId, bytes));

  return {
    refundAll,
    waitForVerified,
    /** Takes the tokens of a verified event. Returns 0, or the seconds until they are available. */
    takeVerified(accountId: string, bytes: number): number {
      const wait = waitForVerified(accountId, bytes);
      if (wait > 0) return wait;
      verified.take(accountId);
      verifiedBytes.take(accountId, bytes);
      return 0;
    },
    /** Takes the tokens of an event. Returns 0, or the seconds until they are available. */
    take(sender: EventSender): number {
      const taken: ReturnType<typeof getBuckets> = [];
      for (const bucket of getBuckets(sender)) {
        const wait = bucket.buckets.take(bucket.key);
        if (wait > 0) {
          for (const { buckets, key } of taken) buckets.refund(key);
          return wait;
        }
        taken.push(bucket);
      }
      return 0;
    },
    /** Returns what the failure of an event does not cost. */
    refundAfter(error: unknown, sender: EventSender): void {
      const code = error instanceof DomainError ? error.code : undefined;
      // Also one that was verified and is one too many.
      const isCharged =
        code === 'invalid_request' || code === 'rate_limited' || code === 'not_found';
      if (!isCharged) refundAll(sender);
    },
  };
}
