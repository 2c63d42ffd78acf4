import type { Database } from '@parley/db';
import type { Logger } from 'pino';

/** Seconds by which the clocks of the nodes of a cluster may differ without a warning. */
const MAX_SKEW_SECONDS = 0.5;

/** Logs a warning for every node of a cluster whose clock differs from that of the coordinator. */
export async function warnOfClockSkew(
  diagnostics: Pick<Database['diagnostics'], 'compareNodeClocks'>,
  logger: Logger,
): Promise<void> {
  for (const { node, aheadSeconds } of await diagnostics.compareNodeClocks()) {
    if (Math.abs(aheadSeconds) < MAX_SKEW_SECONDS) continue;
    logger.warn({ msg: 'the clock of a database node differs', node, ahead_seconds: aheadSeconds });
  }
}
