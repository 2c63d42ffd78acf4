/** Delay after which the server, whose clock decides, has passed the deadline for certain. */
const MARGIN_MS = 1_000;

interface DeadlineOptions {
  /** Milliseconds since 1970, as `now` returns them. */
  readonly deadline: number;
  readonly now: () => number;
  /** Shows the time until the deadline. */
  readonly show: () => void;
  /** Whether the page shows that the payer can still pay. */
  readonly isOpen: () => boolean;
  readonly refresh: () => void;
}

/**
 * Shows the time every second, and refreshes the page after the deadline until it is not open any more: an action may
 * run at that time, which a refresh does not interrupt, or the read may fail. Each time it waits for twice as long.
 */
export function watchDeadline({ deadline, now, show, isOpen, refresh }: DeadlineOptions): void {
  let due = deadline + MARGIN_MS;
  let delay = 1_000;
  const timer = setInterval(() => {
    show();
    if (now() < due) return;
    if (!isOpen()) return clearInterval(timer);
    due = now() + delay;
    delay *= 2;
    refresh();
  }, 1_000);
}
