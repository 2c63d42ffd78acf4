/** Mean time after which the page connects again when the server has refused the stream. */
const RECONNECT_MS = 60_000;

export interface LiveStatus {
  /** Whether the server notifies the page of changes, so that it does not have to poll. */
  readonly connected: boolean;
}

/**
 * Receives the revisions of the session while the page is visible. Hidden pages are read again when they
 * become visible, and browsers open only a few connections.
 */
export function watchSession(url: string, onRevision: (revision: string) => void): LiveStatus {
  let source: EventSource | null = null;

  const close = () => {
    source?.close();
    source = null;
  };
  const connect = () => {
    if (source || document.visibilityState === 'hidden') return;
    const opened = new EventSource(url);
    source = opened;
    opened.addEventListener('revision', ({ data }) => onRevision(data));
    opened.addEventListener('error', () => {
      // The browser connects again by itself unless the server has refused.
      if (opened.readyState !== EventSource.CLOSED) return;
      if (source === opened) close();
      // Pages that were refused together do not return together.
      setTimeout(connect, RECONNECT_MS * (0.5 + Math.random()));
    });
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') close();
    else connect();
  });
  addEventListener('pagehide', close);
  addEventListener('pageshow', connect);
  connect();
  return {
    get connected() {
      return source?.readyState === EventSource.OPEN;
    },
  };
}
