import { setTimeout as pause } from 'node:timers/promises';
import type { Database, DueDelivery, EndpointQueuePosition } from '@parley/db';

/** Milliseconds in which those who read on gather: each has something left to send meanwhile. */
const GATHER_MS = 15;

type Queue = Database['webhookQueue'];

interface Asked {
  readonly position: EndpointQueuePosition;
  readonly answer: (due: Promise<DueDelivery[]>) => void;
}

/** Reads on in lanes that are held, for many of them in one statement. */
export class Reader {
  readonly #queue: Queue;
  #asked: Asked[] = [];
  #reading = false;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** What is due behind a delivery, at most `perQueue`; fails as the database does. */
  async after(position: EndpointQueuePosition, perQueue: number): Promise<DueDelivery[]> {
    return new Promise((answer) => {
      this.#asked.push({ position, answer });
      if (!this.#reading) void this.#readAll(perQueue);
    });
  }

  async #readAll(perQueue: number): Promise<void> {
    this.#reading = true;
    while (this.#asked.length > 0) {
      await pause(GATHER_MS);
      const asked = this.#asked;
      this.#asked = [];
      const all = this.#queue.readDueDeliveries(
        asked.map(({ position }) => position),
        perQueue,
      );
      for (const [at, { answer }] of asked.entries()) {
        answer(all.then((due) => due[at] ?? []));
      }
      await all.catch(() => {});
    }
    this.#reading = false;
  }
}
