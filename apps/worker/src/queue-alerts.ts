import type { Deps } from '@parley/operations';
import type { Logger } from 'pino';

/** Age of the oldest waiting provider event from which on the log has a warning, in seconds. */
const MAX_LAG_SECONDS = 15 * 60;

/** Logs a warning if provider events have waited for too long or have failed. */
export async function warnOfStuckEvents(deps: Deps, logger: Logger): Promise<void> {
  const depths = await deps.database.diagnostics.readQueueDepths();
  const { providerEventLagSeconds: lag, providerEventsFailed: failed } = depths;
  if (lag < MAX_LAG_SECONDS && failed === 0) return;
  logger.warn({
    msg: 'provider events are stuck',
    oldest_waiting_seconds: Math.round(lag),
    waiting: depths.providerEventsWaiting,
    parked: depths.providerEventsParked,
    failed,
  });
}
