import type { ActionFailure } from '#trpc/action-result.ts';

/** Milliseconds that a message is shown: long enough to read two short sentences. */
const SHOWN_MS = 8_000;
/** Long enough to copy a request id as well. */
const FAILURE_SHOWN_MS = 20_000;

type Reason = Pick<ActionFailure, 'message' | 'lang' | 'requestId'>;

interface Toast {
  readonly id: number;
  readonly message: string;
  /** Why it failed. */
  readonly reasons: readonly Reason[];
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message about something that a person did and that the page does not show, above any page. The
 * failure of a form does not belong here: it stays where it can be corrected.
 */
export function showToast(message: string): void {
  show(message, []);
}

/**
 * Shows what was not done, above any page, and each different reason with its request id.
 * @param message may be empty if the reasons say it
 */
export function showFailure(message: string, failures: readonly Reason[]): void {
  show(message, [...new Map(failures.map((one) => [one.message, one])).values()]);
}

function show(message: string, reasons: readonly Reason[]): void {
  const toast = { id: ++lastId, message, reasons };
  const text = getText(toast);
  // A repeated message replaces the earlier one, so that it is announced again.
  change([...toasts.filter((shown) => getText(shown) !== text), toast]);
  const shownMs = reasons.length > 0 ? FAILURE_SHOWN_MS : SHOWN_MS;
  setTimeout(() => change(toasts.filter((shown) => shown !== toast)), shownMs);
}

const getText = ({ message, reasons }: Toast): string =>
  [message, ...reasons.map((reason) => reason.message)].join(' ');

export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
