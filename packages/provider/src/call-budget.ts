import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';

/** When the call that is under way has to be over, by performance.now(). */
const deadlines = new AsyncLocalStorage<number>();

/** Milliseconds the call that is under way has left; Infinity where it has no budget. */
export function timeLeft(): number {
  return (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
}

/**
 * Gives a call so much time in all, over all the requests and repeats it makes.
 * @param ms Infinity for as much as it takes
 * @throws StripeConnectionError when the time is over; what is under way is then given up
 */
export async function withinBudget<T>(ms: number, call: () => Promise<T>): Promise<T> {
  if (ms === Number.POSITIVE_INFINITY) return call();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outOfTime()), ms);
  });
  const work = deadlines.run(performance.now() + ms, call);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    // Given up, it still ends some way, which nobody waits for.
    work.catch(() => {});
  }
}

export function outOfTime(): Error {
  return new Stripe.errors.StripeConnectionError({
    message: 'The time for this call is over.',
    type: 'api_error',
  });
}
