import type { Deps, MissedEventsOptions } from '@parley/operations';
import { createSender } from '@parley/webhooks';
import type { Logger } from 'pino';
import { leasedSweep } from './leased-sweep.ts';
import { runLoop } from './loop.ts';
import { applyDueProviderEvents } from './provider-events.ts';
import { sweepOldRows } from './retention.ts';
import {
  sweepAttemptChecks,
  sweepExpiredSessions,
  sweepLostAttempts,
  sweepMissedEvents,
  sweepParkedEvents,
} from './sweeps.ts';
import { runWebhooks } from './webhooks/run-webhooks.ts';

/** Everything a worker does, until it is told to stop. Any number of workers may run at once. */
export async function runWorker(
  deps: Deps,
  logger: Logger,
  signal: AbortSignal,
  missedEvents: MissedEventsOptions,
): Promise<void> {
  const sender = createSender({ allowLoopback: deps.allowLoopbackWebhooks ?? false });
  const loops = [
    {
      name: 'retention',
      idleMs: 60_000,
      work: () => leasedSweep(deps, 'retention', 3_600, () => sweepOldRows(deps, logger)),
    },
    { name: 'provider_events', idleMs: 200, work: applyDueProviderEvents },
    { name: 'expired_sessions', idleMs: 1_000, work: sweepExpiredSessions },
    { name: 'lost_attempts', idleMs: 30_000, work: sweepLostAttempts },
    { name: 'attempt_checks', idleMs: 2_000, work: sweepAttemptChecks },
    { name: 'parked_events', idleMs: 30_000, work: sweepParkedEvents },
    {
      name: 'missed_events',
      idleMs: 1_000,
      work: (...given: [Deps, Logger]) => sweepMissedEvents(...given, missedEvents),
    },
  ];
  await Promise.all([
    runWebhooks({ deps, sender, logger, signal }),
    ...loops.map(({ name, idleMs, work }) =>
      runLoop({ name, idleMs, logger, signal, work: () => work(deps, logger) }),
    ),
  ]);
  await sender.close();
}
