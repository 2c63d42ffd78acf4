import { setTimeout as pause } from 'node:timers/promises';
import type { AttemptOutcome, Database, EndpointQueueRelease } from '@parley/db';
import type { Logger } from 'pino';

/** Milliseconds in which outcomes are gathered. Only the next lease of the queue waits for them. */
const GATHER_MS = 20;
/** Maximum attempts per statement. */
const BATCH = 500;
/** Unwritten attempts above which no more webhooks are sent. */
const MAX_UNWRITTEN = 2_000;
const MAX_TRIES = 5;
const RETRY_MS = 500;

/**
 * Writes the outcomes of delivery attempts, many in one statement. An outcome that cannot be written
 * is dropped: its lease expires and the delivery is sent again with the same id.
 */
export class DeliveryLog {
  readonly #database: Database['webhookQueue'];
  readonly #logger: Logger;
  #attempts: AttemptOutcome[] = [];
  #releases: { release: EndpointQueueRelease; resolve: () => void }[] = [];
  #writing: Promise<void> | null = null;

  constructor(database: Database['webhookQueue'], logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  addAttempt(attempt: AttemptOutcome): void {
    this.#attempts.push(attempt);
    this.#startWriting();
  }

  /** Waits while too many attempts are unwritten, because a crash would send them all again. */
  async waitForCapacity(): Promise<void> {
    while (this.#attempts.length > MAX_UNWRITTEN) await this.#writing;
  }

  /** Releases an endpoint queue after its attempts are written. Resolves when it is released. */
  async release(release: EndpointQueueRelease): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#releases.push({ release, resolve });
      this.#startWriting();
    });
  }

  #startWriting(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#attempts.length > 0 || this.#releases.length > 0) {
      await pause(GATHER_MS);
      const attempts = this.#attempts;
      const releases = this.#releases;
      this.#attempts = [];
      this.#releases = [];
      for (let start = 0; start < attempts.length; start += BATCH) {
        const batch = attempts.slice(start, start + BATCH);
        await this.#retry('attempts', () => this.#writeAttempts(batch));
      }
      if (releases.length > 0) {
        await this.#retry('endpoint_queues', () =>
          this.#database.releaseEndpointQueues(releases.map(({ release }) => release)),
        );
      }
      for (const { resolve } of releases) resolve();
    }
  }

  async #writeAttempts(attempts: readonly AttemptOutcome[]): Promise<void> {
    await this.#database.recordAttempts(attempts);
    // Not the receiver's failure, so it must not make the endpoint inactive.
    const sent = attempts.filter(({ failure }) => failure !== 'secret_unreadable');
    const queuesOf = (succeeded: boolean) =>
      sent.filter(({ status }) => (status === 'succeeded') === succeeded).map((a) => a.queue);
    const recovered = queuesOf(true).filter((queue) => queue.failingSince !== null);
    const failing = queuesOf(false).filter((queue) => queue.failingSince === null);
    if (failing.length > 0) await this.#database.recordFailing(failing);
    if (recovered.length > 0) await this.#database.recordRecovery(recovered);
  }

  async #retry(what: string, write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await write();
      } catch (err) {
        if (tries === MAX_TRIES) {
          this.#logger.error({ msg: 'webhook delivery log not written', what, err });
          return;
        }
        await pause(RETRY_MS);
      }
    }
  }
}
