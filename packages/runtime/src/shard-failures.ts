import type { ShardFailure } from '@parley/db';
import type { Logger } from 'pino';

/** Milliseconds in which failures of one kind have one log line: a node that is down fails many times a second. */
const INTERVAL_MS = 10_000;

/**
 * Returns a function that logs failures of shards: at once, and then every 10 seconds those with the same
 * operation, node and error code, with their number since the last line. The metric counts all of them.
 * @param now milliseconds of a monotonic clock
 */
export function logShardFailures(
  logger: Logger,
  now: () => number = () => performance.now(),
): (failure: ShardFailure) => void {
  const lines = new Map<string, { readonly loggedAt: number; failures: number }>();
  return ({ operation, node, error }) => {
    const { code } = Object(error) as { code?: unknown };
    const kind = JSON.stringify([operation, node, String(code)]);
    const last = lines.get(kind);
    const failures = (last?.failures ?? 0) + 1;
    if (last && now() - last.loggedAt < INTERVAL_MS) {
      last.failures = failures;
      return;
    }
    lines.set(kind, { loggedAt: now(), failures: 0 });
    logger.error({ msg: 'shard failed', operation, node, failures, err: error });
  };
}
