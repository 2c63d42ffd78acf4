import { mayTakePlace } from '@parley/domain';
import { createFairQueue } from '@parley/runtime/fair-queue';

/**
 * Limits the requests in flight and shares them between flows: a flow may take a further slot only as
 * `mayTakePlace` says, and the waiting flow with the fewest is served first.
 */
export class RequestSlots {
  readonly #taken = new Map<string, number>();
  readonly #waiting = createFairQueue<() => void>();
  #free: number;
  #closed = false;

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Resolves when the flow has a slot or the slots are closed. `release` returns it. */
  acquire(flow: string): Promise<void> | undefined {
    if (this.#closed || this.#mayTake(flow)) {
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
    const left = this.#takenBy(flow) - 1;
    if (left > 0) this.#taken.set(flow, left);
    else this.#taken.delete(flow);
    this.#free += 1;
    this.#serve();
  }

  /** Resolves every waiting `acquire`, because nothing more will be sent. */
  close(): void {
    this.#closed = true;
    this.#serve();
  }

  #takenBy(flow: string): number {
    return this.#taken.get(flow) ?? 0;
  }

  #mayTake(flow: string): boolean {
    return this.#closed || mayTakePlace(this.#takenBy(flow), this.#free);
  }

  #take(flow: string): void {
    this.#taken.set(flow, this.#takenBy(flow) + 1);
    this.#free -= 1;
  }

  #serve(): void {
    const getLoad = (flow: string) =>
      this.#mayTake(flow) ? this.#takenBy(flow) : Number.POSITIVE_INFINITY;
    for (;;) {
      const start = this.#waiting.takeNext(getLoad);
      if (!start) return;
      start();
    }
  }
}
