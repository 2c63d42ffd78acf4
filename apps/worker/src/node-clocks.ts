import type { Database } from '@parley/db';
import { MAX_CLOCK_SKEW_SECONDS } from '@parley/domain';
import type { Logger } from 'pino';

/** Logs a warning for every node of a cluster whose clock differs from that of the coordinator. */
export async function warnOfClockSkew(
  diagnostics: Pick<Database['diagnostics'], 'compareNodeClocks'>,
  logger: Logger,
): Promise<void> {
  for (const { node, aheadSeconds } of await diagnostics.compareNodeClocks()) {
    if (Math.abs(aheadSeconds) < MAX_CLOCK_SKEW_SECONDS) continue;
    logger.warn({ msg: 'the clock of a database node differs', node, ahead_seconds: aheadSeconds });
  }
}
