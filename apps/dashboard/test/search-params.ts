import { useMemo, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const { history } = window;
const replaceState = history.replaceState.bind(history);
history.replaceState = (...change: Parameters<History['replaceState']>) => {
  replaceState(...change);
  for (const notify of listeners) notify();
};

/** That of `next/navigation` in component tests: it follows `history.replaceState`, as the router does. */
export function useSearchParams(): URLSearchParams {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  return useMemo(() => new URLSearchParams(search), [search]);
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
