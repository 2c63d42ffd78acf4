import type { LiveApiKey } from './api-keys.ts';

/**
 * Milliseconds for which a key is used without reading it again. A revocation takes effect within
 * this time in every process.
 */
const MAX_AGE_MS = 1_000;
/** Keys come from requests, so their number must be bounded. */
const MAX_KEYS = 10_000;

type FindApiKey = (keyHash: string) => Promise<LiveApiKey | null>;

interface Lookup {
  readonly key: Promise<LiveApiKey | null>;
  usableUntil: number;
}

/**
 * Looks keys up at most once a second, and once for all requests that wait for the same key. A key
 * is not used beyond its expiry. Unknown keys and failures are not cached: a new key works at once.
 */
export function cacheApiKeys(
  find: FindApiKey,
  nowMs: () => number = () => performance.now(),
): FindApiKey {
  // In the order in which the lookups began.
  const lookups = new Map<string, Lookup>();

  function makeRoom(now: number): void {
    for (const [keyHash, { usableUntil }] of lookups) {
      const isFull = lookups.size >= MAX_KEYS;
      // Stryker disable next-line EqualityOperator: a lookup that ends now is not used either.
      if (!isFull && now < usableUntil) return;
      lookups.delete(keyHash);
    }
  }

  async function lookUp(keyHash: string, now: number): Promise<LiveApiKey | null> {
    const lookup: Lookup = { key: find(keyHash), usableUntil: now + MAX_AGE_MS };
    lookups.delete(keyHash);
    makeRoom(now);
    lookups.set(keyHash, lookup);
    const key = await lookup.key.catch(() => null);
    // Counted from the beginning of the lookup, which is earlier than the database clock was read.
    if (key) lookup.usableUntil = now + Math.min(MAX_AGE_MS, key.expiresInMs ?? MAX_AGE_MS);
    else if (lookups.get(keyHash) === lookup) lookups.delete(keyHash);
    return lookup.key;
  }

  return (keyHash) => {
    const now = nowMs();
    const known = lookups.get(keyHash);
    return known && now < known.usableUntil ? known.key : lookUp(keyHash, now);
  };
}
