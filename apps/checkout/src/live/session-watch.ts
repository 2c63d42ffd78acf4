import { setTimeout as sleep } from 'node:timers/promises';
import { getNetwork } from '@parley/domain';
import type { SessionKey } from '@parley/operations';

/** Half of the second within which a change reaches a page. */
export const POLL_MS = 500;
/** After a failure. Pages that are not notified ask by themselves, at the latest when they become visible. */
const FAILURE_MS = 5_000;

/** Of one payment link. Its payer has few, but anyone with the link can open any number. */
const MAX_PER_SESSION = 20;

/** An open page. */
export interface Watcher {
  onRevision(revision: string): void;
  /** The process is stopping, or the session has too many pages. */
  end(): void;
}

export interface SessionWatch {
  /**
   * Notifies a page of the revisions of its session that follow `revision`. Ends the oldest of its pages if there
   * are more than 20.
   * @param address the client's IP address, if it is known
   * @returns a function that ends it; null if too many pages are open, in total or of the address
   */
  watch(
    page: { readonly key: SessionKey; readonly revision: string; readonly address?: string },
    watcher: Watcher,
  ): (() => void) | null;
}

interface SessionWatchOptions {
  /** Reads the current revisions by session id. */
  readonly read: (keys: readonly SessionKey[]) => Promise<ReadonlyMap<string, string>>;
  readonly isStopping: () => boolean;
  readonly onError: (error: unknown) => void;
  readonly max: number;
  readonly maxPerAddress: number;
}

interface Watched {
  readonly key: SessionKey;
  revision: string;
  readonly watchers: Set<Watcher>;
}

/**
 * Watches the sessions of all open pages of a process with one query for all of them, and with none while
 * no page is open.
 */
export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { read, isStopping, onError, max, maxPerAddress } = options;
  const sessions = new Map<string, Watched>();
  const networks = new Map<string, number>();
  let total = 0;
  let isPolling = false;

  /** Counts a page of a network. Returns whether the network may have it. */
  function count(network: string, change: 1 | -1): boolean {
    const pages = (networks.get(network) ?? 0) + change;
    if (pages > maxPerAddress || total + change > max) return false;
    total += change;
    if (pages > 0) networks.set(network, pages);
    else networks.delete(network);
    return true;
  }

  async function pollOnce(): Promise<number> {
    try {
      const revisions = await read([...sessions.values()].map(({ key }) => key));
      for (const [id, watched] of sessions) {
        const revision = revisions.get(id);
        if (revision === undefined || revision === watched.revision) continue;
        watched.revision = revision;
        for (const watcher of watched.watchers) watcher.onRevision(revision);
      }
      return POLL_MS;
    } catch (error) {
      onError(error);
      return FAILURE_MS;
    }
  }

  async function poll(): Promise<void> {
    isPolling = true;
    let nextPollAt = 0;
    while (sessions.size > 0) {
      await sleep(POLL_MS);
      if (isStopping()) {
        for (const { watchers } of sessions.values()) for (const watcher of watchers) watcher.end();
      } else if (performance.now() >= nextPollAt) {
        nextPollAt = performance.now() + (await pollOnce()) - POLL_MS;
      }
    }
    isPolling = false;
  }

  return {
    watch({ key, revision, address }, watcher) {
      const network = address === undefined ? '' : getNetwork(address);
      if (isStopping()) return null;
      const pages = sessions.get(key.id)?.watchers;
      const [oldest] = pages && pages.size >= MAX_PER_SESSION ? pages : [];
      oldest?.end();
      if (!count(network, 1)) return null;
      const watched = sessions.get(key.id) ?? { key, revision, watchers: new Set() };
      // The next poll notifies every page if this one is newer or older than the others.
      if (watched.revision !== revision) watched.revision = '';
      sessions.set(key.id, watched);
      watched.watchers.add(watcher);
      if (!isPolling) void poll();
      return () => {
        if (!watched.watchers.delete(watcher)) return;
        count(network, -1);
        if (watched.watchers.size === 0) sessions.delete(key.id);
      };
    },
  };
}
