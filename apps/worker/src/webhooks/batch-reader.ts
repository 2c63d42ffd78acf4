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
  #pending: PendingRead[] = [];
  #isReading = false;

  constructor(database: Database['webhookQueue']) {
    this.#database = database;
  }

  /** The due deliveries after a position, at most `perQueue`. Rejects if the database fails. */
  async readAfter(position: EndpointQueuePosition, perQueue: number): Promise<DueDelivery[]> {
    return new Promise((resolve) => {
      this.#pending.push({ position, resolve });
      if (!this.#isReading) void this.#readPending(perQueue);
    });
  }

  async #readPending(perQueue: number): Promise<void> {
    this.#isReading = true;
    while (this.#pending.length > 0) {
      await pause(GATHER_MS);
      const batch = this.#pending;
      this.#pending = [];
      const results = this.#database.readDueDeliveries(
        batch.map(({ position }) => position),
        perQueue,
      );
      for (const [index, { resolve }] of batch.entries()) {
        resolve(results.then((due) => due[index] ?? []));
      }
      await results.catch(() => {});
    }
    this.#isReading = false;
  }
}
