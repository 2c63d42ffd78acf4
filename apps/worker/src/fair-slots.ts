import { setTimeout as pause } from 'node:timers/promises';
import { canTakeSlot } from '@parley/domain';
import { createFairQueue } from '@parley/runtime/fair-queue';

const ROUND_MS = 200;

/**
 * The slots of one kind of work, which flows such as merchants share according to `canTakeSlot`. A flow whose work
 * takes long occupies some of them and does not delay the work of others.
 */
export class FairSlots {
  /** How many slots each flow has taken; without those that have none. */
  readonly taken = new Map<string, number>();
  readonly #waiting = createFairQueue<() => void>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #roundMs: number;
  #free: number;
  #isClosed = false;

  /** @param roundMs milliseconds after which a round may end although its work has not */
  constructor(slots: number, roundMs = ROUND_MS) {
    this.#free = slots;
    this.#roundMs = roundMs;
  }

  get free(): number {
    return this.#free;
  }

  canTake(flow: string): boolean {
    return canTakeSlot(this.#countTaken(flow), this.#free);
  }

  /** Takes a slot until the work has ended, and returns its result. */
  async hold<Result>(flow: string, work: Promise<Result>): Promise<Result> {
    const ended = Promise.allSettled([work]);
    this.#running.add(ended);
    this.#take(flow);
    await ended;
    this.#running.delete(ended);
    this.release(flow);
    return work;
  }

  /** Returns the result of a round, or undefined if it takes long. Without a round, waits for the end of any work. */
  async wait<Result>(round?: Promise<Result>): Promise<Result | undefined> {
    const ended = round ?? Promise.race(this.#running).then(() => undefined);
    return Promise.race([ended, pause(this.#roundMs, undefined)]);
  }

  /** Resolves when all work has ended. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
  }

  /**
   * Takes a slot until `release`. Of the flows that wait, the one with the fewest is served first.
   * @returns undefined if the flow has the slot at once; else resolves when it has it, or the slots are closed
   */
  acquire(flow: string): Promise<void> | undefined {
    if (this.#isClosed || this.canTake(flow)) {
      this.#take(flow);
      return undefined;
    }
    return new Promise((resolve) => {
      this.#waiting.add(flow, () => {
        this.#take(flow);
        resolve();
      });
    });
  }

  release(flow: string): void {
    const left = this.#countTaken(flow) - 1;
    if (left > 0) this.taken.set(flow, left);
    else this.taken.delete(flow);
    this.#free += 1;
    this.#serve();
  }

  /** Resolves every waiting `acquire`, because nothing more will begin. */
  close(): void {
    this.#isClosed = true;
    this.#serve();
  }

  #countTaken(flow: string): number {
    return this.taken.get(flow) ?? 0;
  }

  #take(flow: string): void {
    this.taken.set(flow, this.#countTaken(flow) + 1);
    this.#free -= 1;
  }

  #serve(): void {
    const getLoad = (flow: string) =>
      this.#isClosed || this.canTake(flow) ? this.#countTaken(flow) : Number.POSITIVE_INFINITY;
    for (;;) {
      const start = this.#waiting.takeNext(getLoad);
      if (!start) return;
      start();
    }
  }
}

/**
 * Claims work of those merchants that may take a slot.
 * @returns null if none of them may, after waiting for the end of any work
 */
export async function claimInSlots<Work, Merchant extends { readonly id: string }>(
  slots: FairSlots,
  merchants: readonly Merchant[],
  claim: (merchants: readonly Merchant[]) => Promise<readonly Work[]>,
): Promise<readonly Work[] | null> {
  const served = merchants.filter(({ id }) => slots.canTake(id));
  if (served.length > 0) return claim(served);
  await slots.wait();
  return null;
}
