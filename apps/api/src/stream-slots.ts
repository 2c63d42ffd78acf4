import { createRateLimitError, findReplaceable } from '@parley/domain';
import type { Caller } from '@parley/operations';

/** Of one merchant in one mode. */
const MAX_PER_MODE = 5;
const RETRY_AFTER_SECONDS = 5;

type Scope = Pick<Caller, 'merchantId' | 'mode'>;

interface Slot extends Scope {
  readonly end: () => void;
}

/** The streams that a process sends at once. */
export interface StreamSlots {
  /**
   * Takes a slot for a stream. If all are taken, the oldest stream of the merchant with the most ends, unless the
   * new stream would give this merchant as many.
   * @param end ends the stream
   * @returns a function that frees the slot
   * @throws DomainError rate_limited
   */
  take(scope: Scope, end: () => void): () => void;
}

/** @param max how many streams there are slots for */
export function createStreamSlots(max: number): StreamSlots {
  /** In the order in which they were taken. */
  const taken = new Set<Slot>();

  return {
    take({ merchantId, mode }, end) {
      const ofMode = [...taken].filter(
        (slot) => slot.merchantId === merchantId && slot.mode === mode,
      );
      const isFull = taken.size >= max;
      const replaced = isFull ? findReplaceable(taken, merchantId) : undefined;
      if (ofMode.length >= MAX_PER_MODE || (isFull && !replaced))
        throw createRateLimitError('Too many event streams are open.', RETRY_AFTER_SECONDS);
      if (replaced) {
        taken.delete(replaced);
        replaced.end();
      }
      const slot = { merchantId, mode, end };
      taken.add(slot);
      return () => void taken.delete(slot);
    },
  };
}
