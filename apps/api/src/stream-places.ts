import { createRateLimitError, findReplaceable } from '@parley/domain';
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

  return {
    take({ merchantId, mode }, end) {
      const ofMode = [...taken].filter(
        (place) => place.merchantId === merchantId && place.mode === mode,
      );
      const isFull = taken.size >= max;
      const replaced = isFull ? findReplaceable(taken, merchantId) : undefined;
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
