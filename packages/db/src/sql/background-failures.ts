/** Work whose failures no request reports. */
const tasks = [
  'event_receipts',
  'key_uses',
  'orphaned_webhook_endpoints',
  'previous_webhook_secret',
] as const;
type BackgroundTask = (typeof tasks)[number];

export interface BackgroundFailure {
  readonly task: BackgroundTask;
  readonly error: unknown;
}

/** Counts failures of background work, and passes each to `onFailure`. */
export function createBackgroundFailures(
  onFailure: (failure: BackgroundFailure) => void = () => {},
) {
  const counts = new Map<BackgroundTask, number>(tasks.map((task) => [task, 0]));
  return {
    /** Counts a failure and passes it on. */
    report(task: BackgroundTask, error: unknown): void {
      counts.set(task, (counts.get(task) ?? 0) + 1);
      onFailure({ task, error });
    },
    /** The failures so far by task. */
    counts: (): ReadonlyMap<BackgroundTask, number> => counts,
  };
}
