import { DomainError, isId, networkOf } from '@parley/domain';
import { createTokenBuckets, type TokenBucketOptions } from './token-buckets.ts';

/** Limits of events that are not verified (yet), such as badly signed ones. */
export interface ProviderEventLimits {
  /** For an address (IPv6: a /64) with one account, and with all accounts that do not exist. */
  readonly perAddress: TokenBucketOptions;
  /** For an account from all addresses. */
  readonly perAccount: TokenBucketOptions;
}

export const defaultProviderEventLimits: ProviderEventLimits = {
  perAddress: { perSecond: 20, burst: 100 },
  perAccount: { perSecond: 100, burst: 500 },
};

interface Sender {
  readonly address: string;
  /** The id of the account, from the path. */
  readonly accountId: string;
}

interface ProviderEventLimiter {
  /** Takes the tokens of an event. Returns 0, or the seconds until they are available. */
  take(sender: Sender): number;
  /** Returns all tokens: the event is genuine, or could not be verified because of this service. */
  refundAll(sender: Sender): void;
  /** Returns what the failure of an event does not cost. */
  refundAfter(error: unknown, sender: Sender): void;
}

/**
 * Limits the events that are not verified. The provider sends the events of all accounts from the
 * same few addresses: those that one account causes must not keep the events of others out.
 */
export function limitProviderEvents(limits: ProviderEventLimits): ProviderEventLimiter {
  const perAddress = createTokenBuckets(limits.perAddress);
  const perSender = createTokenBuckets(limits.perAddress);
  const perAccount = createTokenBuckets(limits.perAccount);

  /** The buckets of an event with their keys, in the order in which they are checked. */
  function bucketsOf({ address, accountId }: Sender) {
    const network = networkOf(address);
    const ofAddress = { buckets: perAddress, key: network };
    if (!isId('pspcfg', accountId)) return [ofAddress];
    return [
      { buckets: perSender, key: `${network} ${accountId}` },
      { buckets: perAccount, key: accountId },
      ofAddress,
    ];
  }

  function refundAll(sender: Sender): void {
    for (const { buckets, key } of bucketsOf(sender)) buckets.refund(key);
  }

  return {
    refundAll,
    take(sender) {
      const taken: ReturnType<typeof bucketsOf> = [];
      for (const bucket of bucketsOf(sender)) {
        const wait = bucket.buckets.take(bucket.key);
        if (wait > 0) {
          for (const { buckets, key } of taken) buckets.refund(key);
          return wait;
        }
        taken.push(bucket);
      }
      return 0;
    },
    refundAfter(error, sender) {
      const code = error instanceof DomainError ? error.code : undefined;
      // The account exists, so the event counts for this account only.
      if (code === 'invalid_request') perAddress.refund(networkOf(sender.address));
      else if (code !== 'not_found') refundAll(sender);
    },
  };
}
