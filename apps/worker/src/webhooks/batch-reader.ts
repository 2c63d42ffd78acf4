import { setTimeout as pause } from 'node:timers/promises';
import type { Database, DueDelivery, EndpointQueuePosition } from '@parley/db';

/** Milliseconds in which requests are gathered. Each queue has deliveries left to send meanwhile. */
const GATHER_MS = 15;

interface PendingRead {
  readonly position: EndpointQueuePosition;
  readonly resolve: (due: Promise<DueDelivery[]>) => void;
}

/** Reads further deliveries for many leased endpoint queues in one statement. */
export class BatchReader {
  readonly #database: Database['webhookQueue'];
  readonly #perQueue: number;
  #pending: PendingRead[] = [];
  #isReading = false;

  /** @param perQueue the deliveries of a queue that are read at most */
  constructor(database: Database['webhookQueue'], perQueue: number) {
    this.#database = database;
    this.#perQueue = perQueue;
  }

  /** The due deliveries after a position. Rejects if the database fails. */
  async readAfter(position: EndpointQueuePosition): Promise<DueDelivery[]> {
    return new Promise((resolve) => {
      this.#pending.push({ position, resolve });
      if (!this.#isReading) void this.#readPending();
    });
  }

  async #readPending(): Promise<void> {
    this.#isReading = true;
    while (this.#pending.length > 0) {
      await pause(GATHER_MS);
      const batch = this.#pending;
      this.#pending = [];
      const results = this.#database.readDueDeliveries(
        batch.map(({ position }) => position),
        this.#perQueue,
      );
      for (const [index, { resolve }] of batch.entries()) {
        resolve(results.then((due) => due[index] ?? []));
      }
      await results.catch(() => {});
    }
    this.#isReading = false;
  }
}
