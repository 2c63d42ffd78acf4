import { setTimeout as pause } from 'node:timers/promises';
import { mayTakePlace } from '@parley/domain';

const ROUND_MS = 200;

/**
 * The places of one kind of work, which merchants share as `mayTakePlace` says. A merchant whose work takes
 * long occupies some of them and does not delay the work of others.
 */
export class FairPlaces {
  /** How many places each merchant has taken; without those that have none. */
  readonly byMerchant = new Map<string, number>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #places: number;
  readonly #roundMs: number;

  /** @param roundMs milliseconds after which a round may end although its work has not */
  constructor(places: number, roundMs = ROUND_MS) {
    this.#places = places;
    this.#roundMs = roundMs;
  }

  get free(): number {
    return this.#places - this.#running.size;
  }

  mayTake(merchantId: string): boolean {
    return mayTakePlace(this.byMerchant.get(merchantId) ?? 0, this.free);
  }

  /** Takes a place until the work has ended, and returns its result. */
  async hold<Result>(merchantId: string, work: Promise<Result>): Promise<Result> {
    const ended = Promise.allSettled([work]);
    this.#running.add(ended);
    this.byMerchant.set(merchantId, (this.byMerchant.get(merchantId) ?? 0) + 1);
    await ended;
    this.#running.delete(ended);
    const left = (this.byMerchant.get(merchantId) ?? 0) - 1;
    if (left > 0) this.byMerchant.set(merchantId, left);
    else this.byMerchant.delete(merchantId);
    return work;
  }

  /** Returns the result of a round, or undefined if it takes long. Without a round, waits for a place. */
  async wait<Result>(round?: Promise<Result>): Promise<Result | undefined> {
    const ended = round ?? Promise.race(this.#running).then(() => undefined);
    return Promise.race([ended, pause(this.#roundMs, undefined)]);
  }

  /** Resolves when all work has ended. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/**
 * Claims work of those merchants that may take a place.
 * @returns null if none of them may, after waiting for a place
 */
export async function claimInPlaces<Work, Merchant extends { readonly id: string }>(
  places: FairPlaces,
  merchants: readonly Merchant[],
  claim: (merchants: readonly Merchant[]) => Promise<readonly Work[]>,
): Promise<readonly Work[] | null> {
  const served = merchants.filter(({ id }) => places.mayTake(id));
  if (served.length > 0) return claim(served);
  await places.wait();
  return null;
}
