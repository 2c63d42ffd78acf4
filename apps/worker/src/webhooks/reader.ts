import { setTimeout as pause } from 'node:timers/promises';
import type { Database, DueDelivery, LanePosition } from '@parley/db';

/** Milliseconds in which those who read on gather: each has something left to send meanwhile. */
const GATHER_MS = 15;

type Queue = Database['webhookQueue'];

interface Asked {
  readonly position: LanePosition;
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

  /** What is due behind a delivery, at most `perLane`; fails as the database does. */
  async after(position: LanePosition, perLane: number): Promise<DueDelivery[]> {
    return new Promise((answer) => {
      this.#asked.push({ position, answer });
      if (!this.#reading) void this.#readAll(perLane);
    });
  }

  async #readAll(perLane: number): Promise<void> {
    this.#reading = true;
    while (this.#asked.length > 0) {
      await pause(GATHER_MS);
      const asked = this.#asked;
      this.#asked = [];
      const all = this.#queue.readDue(
        asked.map(({ position }) => position),
        perLane,
      );
      for (const [at, { answer }] of asked.entries()) {
        answer(all.then((due) => due[at] ?? []));
      }
      await all.catch(() => {});
    }
    this.#reading = false;
  }
}
