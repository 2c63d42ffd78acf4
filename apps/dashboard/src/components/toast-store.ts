/** Milliseconds that a message is shown: long enough to read two short sentences. */
const SHOWN_MS = 8_000;

interface Toast {
  readonly id: number;
  readonly message: string;
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
  const toast = { id: ++lastId, message };
  // A repeated message replaces the earlier one, so that it is announced again.
  change([...toasts.filter((shown) => shown.message !== message), toast]);
  setTimeout(() => change(toasts.filter((shown) => shown !== toast)), SHOWN_MS);
}

export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
