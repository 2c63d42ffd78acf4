import type { DueKind, DueMerchant } from '@parley/db';
import type { Deps, MissedEventsOptions } from '@parley/operations';
import { createSender } from '@parley/webhooks';
import { createDueWork } from './due-merchants.ts';
import { findWork } from './find-work.ts';
import { runLoop } from './loop.ts';
import { warnOfClockSkew } from './node-clocks.ts';
import { createProviderEventRounds } from './provider-events.ts';
import { sweepAttemptChecks, sweepMissedEvents, sweepSubscriptions } from './provider-sweeps.ts';
import { warnOfStuckEvents } from './queue-alerts.ts';
import { leasedSweep, sweepOldRows } from './retention.ts';
import type { SweepReport } from './sweep-report.ts';
import { sweepExpiredSessions, sweepLostAttempts } from './sweeps.ts';
import { runWebhooks } from './webhooks/run-webhooks.ts';

/** Milliseconds to wait after the first failed round; doubled after each. */
const RETRY_MS = 100;
/** Milliseconds between two searches for provider accounts that are new. */
const NEW_ACCOUNTS_MS = 10_000;

export interface WorkerOptions {
  readonly missedEvents: MissedEventsOptions;
  /** Seconds without an event or read after which a subscription is read again. */
  readonly subscriptionUnreadSeconds: number;
  /** Seconds between two searches for such subscriptions. */
  readonly subscriptionSweepSeconds: number;
}

/** Runs all loops of a worker until the signal aborts. Any number of workers may run at once. */
export async function runWorker(
  deps: Deps,
  report: SweepReport,
  signal: AbortSignal,
  { missedEvents, subscriptionUnreadSeconds, subscriptionSweepSeconds }: WorkerOptions,
): Promise<void> {
  const { logger } = report;
  const sender = createSender({ allowLoopback: deps.allowLoopbackWebhooks ?? false });
  const providerEvents = createProviderEventRounds(deps, logger);
  const due = createDueWork();
  /** A loop whose rounds begin when there are merchants with due work. */
  const onDemand = (
    name: string,
    kind: DueKind,
    work: (merchants: readonly DueMerchant[]) => Promise<boolean>,
    share?: number,
  ) => ({
    name,
    idleMs: RETRY_MS,
    ...(share === undefined ? {} : { share }),
    ready: () => due[kind].wait(signal),
    work: async () => {
      const merchants = due[kind].take();
      if (await work(merchants)) due[kind].add(merchants);
      return true;
    },
  });
  const loops = [
    onDemand('provider_events', 'provider_events', providerEvents.round),
    // A backlog of many sessions must leave the database to requests.
    onDemand(
      'expired_sessions',
      'expired_sessions',
      (m) => sweepExpiredSessions(deps, report, m),
      0.5,
    ),
    onDemand('lost_attempts', 'overdue_reservations', (m) => sweepLostAttempts(deps, report, m)),
    onDemand('attempt_checks', 'attempt_checks', (m) => sweepAttemptChecks(deps, report, m)),
    onDemand('missed_events', 'provider_cursors', (m) =>
      sweepMissedEvents(deps, report, missedEvents, m),
    ),
    onDemand('subscriptions', 'subscriptions', (m) =>
      sweepSubscriptions(deps, report, subscriptionUnreadSeconds, m),
    ),
    {
      name: 'retention',
      idleMs: 60_000,
      work: () => leasedSweep(deps, 'retention', 3_600, () => sweepOldRows(deps, report)),
    },
    {
      name: 'new_accounts',
      idleMs: NEW_ACCOUNTS_MS,
      work: async () => {
        await deps.database.providerSweeps.addProviderCursors();
        return false;
      },
    },
    {
      name: 'node_clocks',
      idleMs: 3_600_000,
      work: async () => {
        await warnOfClockSkew(deps.database, logger);
        return false;
      },
    },
    {
      name: 'queue_alerts',
      idleMs: 60_000,
      work: async () => {
        await warnOfStuckEvents(deps, logger);
        return false;
      },
    },
  ];
  await Promise.all([
    findWork(due, {
      database: deps.database,
      logger,
      signal,
      subscriptionUnreadSeconds,
      subscriptionSweepSeconds,
    }),
    runWebhooks({ deps, sender, due, logger, signal }),
    ...loops.map((loop) => runLoop({ ...loop, logger, signal })),
  ]);
  await providerEvents.drain();
  await sender.close();
}
