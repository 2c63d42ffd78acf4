import { setTimeout as pause } from 'node:timers/promises';
import type { AttemptOutcome, Database, EndpointQueueRelease } from '@parley/db';
import type { Logger } from 'pino';

/** Milliseconds in which what happens is written together: nobody waits but the next of the lane. */
const GATHER_MS = 20;
/** Attempts written by one statement at most. */
const BATCH = 500;
/** Attempts that may wait to be written before nothing more is sent. */
const ROOM = 2_000;
/** Tries of one write, and milliseconds between them. */
const MAX_TRIES = 5;
const RETRY_MS = 500;

type Queue = Database['webhookQueue'];

/**
 * Writes what came of attempts, many in one statement. What cannot be written is let go: the lease
 * ends, and the delivery is made again under the same id.
 */
export class Journal {
  readonly #queue: Queue;
  readonly #logger: Logger;
  #attempts: AttemptOutcome[] = [];
  #ends: { end: EndpointQueueRelease; written: () => void }[] = [];
  #writing: Promise<void> | null = null;

  constructor(queue: Queue, logger: Logger) {
    this.#queue = queue;
    this.#logger = logger;
  }

  add(attempt: AttemptOutcome): void {
    this.#attempts.push(attempt);
    this.#begin();
  }

  /** Waits while too much is not written: what is sent meanwhile would be sent twice after a crash. */
  async room(): Promise<void> {
    while (this.#attempts.length > ROOM) await this.#writing;
  }

  /** Ends the work in a lane, behind its attempts. Resolves once the lane has been given back. */
  async end(end: EndpointQueueRelease): Promise<void> {
    await new Promise<void>((written) => {
      this.#ends.push({ end, written });
      this.#begin();
    });
  }

  #begin(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#attempts.length > 0 || this.#ends.length > 0) {
      await pause(GATHER_MS);
      const attempts = this.#attempts;
      const ends = this.#ends;
      this.#attempts = [];
      this.#ends = [];
      for (let at = 0; at < attempts.length; at += BATCH) {
        const batch = attempts.slice(at, at + BATCH);
        await this.#try('attempts', () => this.#record(batch));
      }
      if (ends.length > 0) {
        await this.#try('lanes', () =>
          this.#queue.releaseEndpointQueues(ends.map(({ end }) => end)),
        );
      }
      for (const { written } of ends) written();
    }
  }

  async #record(attempts: readonly AttemptOutcome[]): Promise<void> {
    await this.#queue.recordAttempts(attempts);
    const lanesOf = (succeeded: boolean) =>
      attempts.filter(({ status }) => (status === 'succeeded') === succeeded).map((a) => a.queue);
    const recovered = lanesOf(true).filter((lane) => lane.failingSince !== null);
    const failing = lanesOf(false).filter((lane) => lane.failingSince === null);
    if (failing.length > 0) await this.#queue.recordFailing(failing);
    if (recovered.length > 0) await this.#queue.recordRecovery(recovered);
  }

  async #try(what: string, write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await write();
      } catch (err) {
        if (tries === MAX_TRIES) {
          this.#logger.error({ msg: 'webhook journal lost', what, err });
          return;
        }
        await pause(RETRY_MS);
      }
    }
  }
}
