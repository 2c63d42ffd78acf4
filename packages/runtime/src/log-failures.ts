import type { BackgroundFailure, ShardFailure } from '@parley/db';
import type { Logger } from 'pino';

/** Milliseconds in which failures of one kind have one log line: a node that is down fails many times a second. */
const INTERVAL_MS = 10_000;
/** Kinds whose lines are counted; a database that is down has few of them. */
const MAX_KINDS = 1_000;

/** Milliseconds of a monotonic clock. */
type Clock = () => number;

/**
 * Returns a function that logs failures of shards: at once, and then every 10 seconds those with the same
 * operation, node and error code, with their number since the last line. The metric counts all of them.
 */
export function logShardFailures(logger: Logger, now?: Clock): (failure: ShardFailure) => void {
  const count = countFailures(now);
  return ({ operation, node, error }) => {
    const { code } = Object(error) as { code?: unknown };
    const failures = count(JSON.stringify([operation, node, String(code)]));
    if (failures !== null)
      logger.error({ msg: 'shard failed', operation, node, failures, err: error });
  };
}

/** The same for work that no request waits for; failures of one task with the same message are one kind. */
export function logBackgroundFailures(
  logger: Logger,
  now?: Clock,
): (failure: BackgroundFailure) => void {
  const count = countFailures(now);
  return ({ task, error }) => {
    const failures = count(JSON.stringify([task, String(error)]));
    if (failures !== null)
      logger.error({ msg: 'background task failed', task, failures, err: error });
  };
}

/** Counts the failures of a kind. Returns their number since the last line; null if none is due. */
export function countFailures(
  now: Clock = () => performance.now(),
): (kind: string) => number | null {
  const lines = new Map<string, { readonly loggedAt: number; failures: number }>();
  return (kind) => {
    const last = lines.get(kind);
    const failures = (last?.failures ?? 0) + 1;
    if (last && now() - last.loggedAt < INTERVAL_MS) {
      last.failures = failures;
      return null;
    }
    if (lines.size >= MAX_KINDS) lines.clear();
    lines.set(kind, { loggedAt: now(), failures: 0 });
    return failures;
  };
}
