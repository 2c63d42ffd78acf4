import { createRateLimitError } from '@parley/domain';
import type { Caller } from '@parley/operations';

/** Of one merchant in one mode. */
const MAX_PER_MODE = 5;
const RETRY_AFTER_SECONDS = 5;

type Scope = Pick<Caller, 'merchantId' | 'mode'>;

interface Place extends Scope {
  readonly end: () => void;
}

/** The streams that a process sends at once. */
export interface StreamPlaces {
  /**
   * Takes a place for a stream. If all are taken, the oldest stream of the merchant with the most ends, unless the
   * new stream would give this merchant as many.
   * @param end ends the stream
   * @returns a function that frees the place
   * @throws DomainError rate_limited
   */
  take(scope: Scope, end: () => void): () => void;
}

/** @param max how many streams there are places for */
export function createStreamPlaces(max: number): StreamPlaces {
  /** In the order in which they were taken. */
  const taken = new Set<Place>();

  const ofMerchant = (id: string) => [...taken].filter(({ merchantId }) => merchantId === id);

  /** The oldest place of the merchant with the most places. */
  function findReplaceable(merchantId: string): Place | undefined {
    let most: Place[] = [];
    for (const id of new Set([...taken].map((place) => place.merchantId))) {
      const places = ofMerchant(id);
      if (places.length > most.length) most = places;
    }
    // With a difference of one, two merchants would end the streams of each other by turns.
    return most.length > ofMerchant(merchantId).length + 1 ? most[0] : undefined;
  }

  return {
    take({ merchantId, mode }, end) {
      const ofMode = ofMerchant(merchantId).filter((place) => place.mode === mode);
      const isFull = taken.size >= max;
      const replaced = isFull ? findReplaceable(merchantId) : undefined;
      if (ofMode.length >= MAX_PER_MODE || (isFull && !replaced))
        throw createRateLimitError('Too many event streams are open.', RETRY_AFTER_SECONDS);
      if (replaced) {
        taken.delete(replaced);
        replaced.end();
      }
      const place = { merchantId, mode, end };
      taken.add(place);
      return () => void taken.delete(place);
    },
  };
}
