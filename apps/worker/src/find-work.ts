import { randomUUID } from 'node:crypto';
import type { Database, DueKind, MerchantPartition } from '@parley/db';
import type { Logger } from 'pino';
import type { DueWork } from './due-merchants.ts';
import { runLoop } from './loop.ts';

/** The lease by which workers notice each other. */
const WORKER_LEASE_SECONDS = 10;
/** Milliseconds between two renewals. */
const RENEW_MS = 3_000;

/** A search for merchants with due work. */
interface Search {
  readonly name: string;
  readonly kinds: readonly DueKind[];
  /** Milliseconds until the next search after one that found nothing. */
  readonly idleMs: number;
  /** Milliseconds until the next search after one that found something. */
  readonly busyMs: number;
  /** Seconds after which work is found whatever the partition of its merchant. */
  readonly lateSeconds: number;
}

/** Maximum ratio of the time that a search runs to all time, while it finds something. */
const MAX_SEARCH_RATIO = 0.2;

/** What must be found soon: webhooks and provider events. */
const urgent: Search = {
  name: 'find_urgent_work',
  kinds: ['waiting_events', 'endpoint_queues', 'slow_endpoint_queues', 'provider_events'],
  idleMs: 250,
  busyMs: 100,
  lateSeconds: 2,
};

const scheduled: Search = {
  name: 'find_scheduled_work',
  kinds: [
    'expired_sessions',
    'overdue_reservations',
    'attempt_checks',
    'provider_cursors',
    'receipt_mails',
  ],
  idleMs: 2_000,
  busyMs: 1_000,
  lateSeconds: 10,
};

export interface FindWorkOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Seconds without an event or read after which a subscription is read again. */
  readonly subscriptionUnreadSeconds: number;
  /** Seconds between two searches for such subscriptions. */
  readonly subscriptionSweepSeconds: number;
}

/**
 * Finds due work until the signal aborts. The workers that run divide the merchants among themselves, so
 * that they do not compete for the same rows. Work that is late is found by all of them: a worker may
 * have stopped, or have more to do than it can.
 * @param due what was found; it stays there until a round takes it
 */
export async function findWork(due: DueWork, options: FindWorkOptions): Promise<void> {
  const { database, logger, signal } = options;
  const token = randomUUID();
  let partition: MerchantPartition | undefined;
  const subscriptions: Search = {
    name: 'find_subscriptions',
    kinds: ['subscriptions'],
    idleMs: options.subscriptionSweepSeconds * 1_000,
    busyMs: options.subscriptionSweepSeconds * 1_000,
    lateSeconds: 10,
  };

  async function search({ kinds, lateSeconds }: Search): Promise<boolean> {
    const { subscriptionUnreadSeconds } = options;
    const filter = { partition, lateSeconds, subscriptionUnreadSeconds };
    const found = await database.dueWork.find(kinds, filter);
    for (const [kind, merchants] of found) due[kind].add(merchants);
    return found.size > 0;
  }

  async function divide(): Promise<void> {
    const renew = async () => {
      partition = await database.dueWork.renewLease(token, WORKER_LEASE_SECONDS);
    };
    await runLoop({ name: 'worker_lease', idleMs: RENEW_MS, work: renew, logger, signal });
    await database.dueWork
      .endLease(token)
      .catch((err: unknown) => logger.warn({ msg: 'worker lease not ended', err }));
  }

  await Promise.all([
    divide(),
    ...[urgent, scheduled, subscriptions].map((one) =>
      runLoop({ ...one, maxBusyRatio: MAX_SEARCH_RATIO, work: () => search(one), logger, signal }),
    ),
  ]);
}
