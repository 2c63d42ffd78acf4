import { setTimeout as sleep } from 'node:timers/promises';
import { findReplaceable, getNetwork } from '@parley/domain';
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
  /** The process is stopping, or the session or its merchant has too many pages. */
  end(): void;
}

export interface SessionWatch {
  /**
   * Notifies a page of the revisions of its session that follow `revision`. Ends the oldest of its pages if there
   * are more than 20. If all slots are taken, the oldest page of the merchant with the most pages ends, unless the
   * new page would give this merchant as many.
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
  readonly pages: Set<Page>;
}

interface Page {
  readonly merchantId: string;
  readonly watched: Watched;
  readonly network: string;
  readonly watcher: Watcher;
}

/** Changes a count, of which a map contains only those above 0. */
function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const changed = (counts.get(key) ?? 0) + change;
  if (changed > 0) counts.set(key, changed);
  else counts.delete(key);
}

/**
 * Watches the sessions of all open pages of a process with one query for all of them, and with none while
 * no page is open.
 */
export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { read, isStopping, onError, max, maxPerAddress } = options;
  const sessions = new Map<string, Watched>();
  /** In the order in which they were opened. */
  const pages = new Set<Page>();
  const ofNetworks = new Map<string, number>();
  let isPolling = false;

  function add(page: Page): void {
    const { watched, network } = page;
    pages.add(page);
    watched.pages.add(page);
    count(ofNetworks, network, 1);
  }

  function remove(page: Page): void {
    if (!pages.delete(page)) return;
    const { watched, network } = page;
    watched.pages.delete(page);
    if (watched.pages.size === 0) sessions.delete(watched.key.id);
    count(ofNetworks, network, -1);
  }

  function end(page: Page): void {
    remove(page);
    page.watcher.end();
  }

  async function pollOnce(): Promise<number> {
    try {
      const revisions = await read([...sessions.values()].map(({ key }) => key));
      for (const [id, watched] of sessions) {
        const revision = revisions.get(id);
        if (revision === undefined || revision === watched.revision) continue;
        watched.revision = revision;
        for (const { watcher } of watched.pages) watcher.onRevision(revision);
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
        for (const { watcher } of pages) watcher.end();
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
      const ofSession = sessions.get(key.id)?.pages;
      const [oldest] = ofSession && ofSession.size >= MAX_PER_SESSION ? ofSession : [];
      if (oldest) end(oldest);
      if ((ofNetworks.get(network) ?? 0) >= maxPerAddress) return null;
      if (pages.size >= max) {
        const replaced = findReplaceable(pages, key.merchantId);
        if (!replaced) return null;
        end(replaced);
      }
      const watched = sessions.get(key.id) ?? { key, revision, pages: new Set() };
      // The next poll notifies every page if this one is newer or older than the others.
      if (watched.revision !== revision) watched.revision = '';
      sessions.set(key.id, watched);
      const page = { merchantId: key.merchantId, watched, network, watcher };
      add(page);
      if (!isPolling) void poll();
      return () => remove(page);
    },
  };
}
