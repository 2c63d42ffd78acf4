/** Work that no request waits for, whose failures have no other trace. */
export type BackgroundTask = 'event_receipts' | 'key_uses' | 'previous_webhook_secret';

export interface BackgroundFailure {
  readonly task: BackgroundTask;
  readonly error: unknown;
}

export interface BackgroundFailures {
  /** Counts a failure and passes it on. */
  report(task: BackgroundTask, error: unknown): void;
  /** The failures so far by task. */
  counts(): ReadonlyMap<BackgroundTask, number>;
}

/** Counts failures of background work, and passes each to `onFailure`. */
export function createBackgroundFailures(
  onFailure: (failure: BackgroundFailure) => void = () => {},
): BackgroundFailures {
  const counts = new Map<BackgroundTask, number>([
    ['event_receipts', 0],
    ['key_uses', 0],
    ['previous_webhook_secret', 0],
  ]);
  return {
    report(task, error) {
      counts.set(task, (counts.get(task) ?? 0) + 1);
      onFailure({ task, error });
    },
    counts: () => counts,
  };
}
