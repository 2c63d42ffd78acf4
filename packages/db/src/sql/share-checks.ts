/** Milliseconds for which the result of a check is used again. */
const MAX_AGE_MS = 1_000;

/**
 * Runs a check at most once a second and never twice at once; other calls share its result, also a
 * failure. Anyone may call readiness checks, at any rate.
 */
export function shareChecks(
  check: () => Promise<void>,
  nowMs: () => number = () => performance.now(),
): () => Promise<void> {
  let latest: Promise<void> | undefined;
  let usableUntil = 0;
  return () => {
    if (latest && nowMs() < usableUntil) return latest;
    usableUntil = Infinity;
    latest = check().finally(() => {
      usableUntil = nowMs() + MAX_AGE_MS;
    });
    return latest;
  };
}
