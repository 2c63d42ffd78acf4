import type { DueDelivery, LeasedEndpointQueue } from '@parley/db';
import type { BatchReader } from './batch-reader.ts';

/** Deliveries read from an endpoint queue at once. */
export const DELIVERIES_PER_READ = 32;
/** Remaining deliveries at which more are read. */
const READ_AHEAD_AT = 16;

/** The due deliveries of a leased endpoint queue, read ahead before they run out. */
export class DueDeliveries {
  readonly #queue: LeasedEndpointQueue;
  readonly #reader: BatchReader;
  readonly #mayReadMore: () => boolean;
  #deliveries: readonly DueDelivery[];
  #next = 0;
  /** Whether the last read returned as many as it may, so that there may be more. */
  #lastReadWasFull: boolean;
  #reading: Promise<void> | null = null;

  /** @param mayReadMore false if the queue must be released after the deliveries already read */
  constructor(queue: LeasedEndpointQueue, reader: BatchReader, mayReadMore: () => boolean) {
    this.#queue = queue;
    this.#reader = reader;
    this.#mayReadMore = mayReadMore;
    this.#deliveries = queue.deliveries;
    this.#lastReadWasFull = queue.deliveries.length === DELIVERIES_PER_READ;
  }

  /** Whether deliveries may be due that `take` has not returned. */
  get mayHaveMore(): boolean {
    return this.#lastReadWasFull || this.#remaining > 0;
  }

  get #remaining(): number {
    return this.#deliveries.length - this.#next;
  }

  /** Whether `take` can return a delivery. Waits for a pending read if none is left. */
  async hasNext(): Promise<boolean> {
    const isLow = this.#remaining <= READ_AHEAD_AT;
    if (isLow && this.#lastReadWasFull && !this.#reading && this.#mayReadMore()) {
      this.#reading = this.#readMore();
    }
    if (this.#remaining === 0) await this.#reading;
    return this.#remaining > 0;
  }

  take(): DueDelivery {
    const delivery = this.#deliveries[this.#next];
    if (!delivery) throw new Error('no delivery is left');
    this.#next += 1;
    return delivery;
  }

  async #readMore(): Promise<void> {
    const after = this.#deliveries.at(-1) ?? null;
    try {
      const position = { queue: this.#queue, after };
      const more = await this.#reader.readAfter(position);
      this.#deliveries = [...this.#deliveries.slice(this.#next), ...more];
      this.#next = 0;
      this.#lastReadWasFull = more.length === DELIVERIES_PER_READ;
    } catch {
      // The remaining deliveries are sent; then the queue is released and claimed again.
    } finally {
      this.#reading = null;
    }
  }
}
