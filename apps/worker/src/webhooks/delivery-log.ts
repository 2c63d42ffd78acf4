import { setTimeout as pause } from 'node:timers/promises';
import {
  type AttemptOutcome,
  type Database,
  type EndpointQueueRelease,
  type LeasedEndpointQueue,
  PartialWrite,
} from '@parley/db';
import type { Logger } from 'pino';
import type { WorkerReport } from '../worker-report.ts';

/** Milliseconds in which outcomes are gathered. Only the next lease of the queue waits for them. */
const GATHER_MS = 20;
/** Maximum attempts per statement. */
const BATCH = 500;
/** Unwritten attempts above which no more webhooks are sent. */
const MAX_UNWRITTEN = 2_000;
const MAX_TRIES = 5;
const RETRY_MS = 500;

/**
 * Reports the outcomes of delivery attempts, and writes many in one statement. An outcome that cannot be written
 * is dropped: the lease of its queue expires and the delivery is sent again with the same id.
 */
export class DeliveryLog {
  readonly #database: Database['webhookQueue'];
  readonly #logger: Logger;
  readonly #report: Pick<WorkerReport, 'recordAttempt'>;
  #attempts: AttemptOutcome[] = [];
  #releases: { release: EndpointQueueRelease; resolve: () => void }[] = [];
  /** Queues with outcomes that were not written. Their leases delay the next attempt. */
  readonly #lost = new WeakSet<LeasedEndpointQueue>();
  #writing: Promise<void> | null = null;

  constructor(
    database: Database['webhookQueue'],
    logger: Logger,
    report: Pick<WorkerReport, 'recordAttempt'>,
  ) {
    this.#database = database;
    this.#logger = logger;
    this.#report = report;
  }

  addAttempt(attempt: AttemptOutcome): void {
    this.#report.recordAttempt(attempt);
    this.#attempts.push(attempt);
    this.#startWriting();
  }

  /** Waits while too many attempts are unwritten, because a crash would send them all again. */
  async waitForCapacity(): Promise<void> {
    while (this.#attempts.length > MAX_UNWRITTEN) await this.#writing;
  }

  /** Releases an endpoint queue once its attempts are written. Its lease expires if one cannot be written. */
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
        await this.#writeAttempts(batch);
      }
      const written = releases
        .map(({ release }) => release)
        .filter(({ queue }) => !this.#lost.has(queue));
      await this.#retry('endpoint_queues', written, (some) =>
        this.#database.releaseEndpointQueues(some),
      );
      for (const { resolve } of releases) resolve();
    }
  }

  async #writeAttempts(attempts: readonly AttemptOutcome[]): Promise<void> {
    const lost = await this.#retry('attempts', attempts, (some) =>
      this.#database.recordAttempts(some),
    );
    for (const { queue } of lost) this.#lost.add(queue);
    // Not the receiver's failure, so it must not make the endpoint inactive.
    const sent = attempts.filter(
      (one) => one.failure !== 'secret_unreadable' && !lost.includes(one),
    );
    const getQueues = (succeeded: boolean) =>
      sent.filter(({ status }) => (status === 'succeeded') === succeeded).map((a) => a.queue);
    const recovered = getQueues(true).filter((queue) => queue.failingSince !== null);
    const failing = getQueues(false).filter((queue) => queue.failingSince === null);
    await this.#retry('failing', failing, (some) => this.#database.recordFailing(some));
    await this.#retry('recovered', recovered, (some) => this.#database.recordRecovery(some));
  }

  /** Writes items and tries those again that were not written. Returns those that it gave up. */
  async #retry<Item>(
    what: string,
    items: readonly Item[],
    write: (items: readonly Item[]) => Promise<void>,
  ): Promise<readonly Item[]> {
    let rest = items;
    for (let tries = 1; rest.length > 0; tries++) {
      try {
        await write(rest);
        return [];
      } catch (err) {
        if (err instanceof PartialWrite) {
          const { unwritten } = err;
          rest = rest.filter((item) => unwritten.includes(item));
        }
        if (tries === MAX_TRIES) {
          const count = rest.length;
          this.#logger.error({ msg: 'webhook delivery log not written', what, count, err });
          return rest;
        }
        await pause(RETRY_MS);
      }
    }
    return [];
  }
}
