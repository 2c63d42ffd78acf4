import type { DueDelivery, LeasedEndpointQueue } from '@parley/db';
import type { Reader } from './reader.ts';

/** Deliveries read from a lane at once, and how few may be left before more are read. */
export const PER_LANE = 32;
const READ_ON_AT = 16;

/** What is due in a lane that is held, read on before it runs out. */
export class DueInLane {
  readonly #lane: LeasedEndpointQueue;
  readonly #reader: Reader;
  readonly #mayReadOn: () => boolean;
  #ready: readonly DueDelivery[];
  #at = 0;
  /** Whether the last reading filled what it may. */
  #goesOn: boolean;
  #reading: Promise<void> | null = null;

  /** @param mayReadOn false where the lane is to end with what it has */
  constructor(lane: LeasedEndpointQueue, reader: Reader, mayReadOn: () => boolean) {
    this.#lane = lane;
    this.#reader = reader;
    this.#mayReadOn = mayReadOn;
    this.#ready = lane.deliveries;
    this.#goesOn = lane.deliveries.length === PER_LANE;
  }

  /** Whether something may be left that `take` did not give. */
  get mayHaveMore(): boolean {
    return this.#goesOn || this.#left > 0;
  }

  get #left(): number {
    return this.#ready.length - this.#at;
  }

  /** Whether `take` gives something, once what is being read has come. */
  async ready(): Promise<boolean> {
    const low = this.#left <= READ_ON_AT;
    if (low && this.#goesOn && !this.#reading && this.#mayReadOn()) this.#reading = this.#readOn();
    if (this.#left === 0) await this.#reading;
    return this.#left > 0;
  }

  take(): DueDelivery {
    const delivery = this.#ready[this.#at];
    if (!delivery) throw new Error('nothing is ready in the lane');
    this.#at += 1;
    return delivery;
  }

  async #readOn(): Promise<void> {
    const after = this.#ready.at(-1) ?? null;
    try {
      const more = await this.#reader.after({ queue: this.#lane, after }, PER_LANE);
      this.#ready = [...this.#ready.slice(this.#at), ...more];
      this.#at = 0;
      this.#goesOn = more.length === PER_LANE;
    } catch {
      // The lane ends with what it has, and is taken anew.
    } finally {
      this.#reading = null;
    }
  }
}
