import type { Deps, MissedEventsOptions } from '@parley/operations';
import { createSender } from '@parley/webhooks';
import { runLoop } from './loop.ts';
import { createProviderEventRounds } from './provider-events.ts';
import { sweepAttemptChecks, sweepMissedEvents, sweepSubscriptions } from './provider-sweeps.ts';
import { warnOfStuckEvents } from './queue-alerts.ts';
import { leasedSweep, sweepOldRows } from './retention.ts';
import type { SweepReport } from './sweep-report.ts';
import { sweepExpiredSessions, sweepLostAttempts } from './sweeps.ts';
import { runWebhooks } from './webhooks/run-webhooks.ts';

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
  const loops = [
    {
      name: 'retention',
      idleMs: 60_000,
      work: () => leasedSweep(deps, 'retention', 3_600, () => sweepOldRows(deps, report)),
    },
    { name: 'provider_events', idleMs: 200, work: providerEvents.round },
    {
      name: 'expired_sessions',
      idleMs: 1_000,
      // A backlog of many sessions must leave the database to requests.
      share: 0.5,
      work: () => sweepExpiredSessions(deps, report),
    },
    { name: 'lost_attempts', idleMs: 30_000, work: () => sweepLostAttempts(deps, report) },
    { name: 'attempt_checks', idleMs: 2_000, work: () => sweepAttemptChecks(deps, report) },
    {
      name: 'queue_alerts',
      idleMs: 60_000,
      work: async () => {
        await warnOfStuckEvents(deps, logger);
        return false;
      },
    },
    {
      name: 'missed_events',
      idleMs: 1_000,
      work: () => sweepMissedEvents(deps, report, missedEvents),
    },
    {
      name: 'subscriptions',
      idleMs: subscriptionSweepSeconds * 1_000,
      work: () => sweepSubscriptions(deps, report, subscriptionUnreadSeconds),
    },
  ];
  await Promise.all([
    runWebhooks({ deps, sender, logger, signal }),
    ...loops.map((loop) => runLoop({ ...loop, logger, signal })),
  ]);
  await providerEvents.drain();
  await sender.close();
}
