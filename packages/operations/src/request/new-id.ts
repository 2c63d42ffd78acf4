import { randomFillSync } from 'node:crypto';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import type { NewId } from './deps.ts';

/** Random bytes for the next ids: one call for many ids takes a fraction of the time. */
const pool = Buffer.alloc(256 * ID_RANDOM_BYTES);
let used = pool.length;

function takeRandomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_RANDOM_BYTES;
  return pool.subarray(used - ID_RANDOM_BYTES, used);
}

let latestMs = 0;
let eventCount = 0;

/** Writes the number of the event within its millisecond over the first two random bytes. */
function writeEventCount(bytes: Uint8Array, now: number): void {
  eventCount = now === latestMs ? eventCount + 1 : 0;
  latestMs = now;
  bytes[0] = eventCount >> 8;
  bytes[1] = eventCount;
}

/**
 * Generates ids from the system clock and secure random bytes. The event ids of one process sort in the
 * order of their creation, so that a list sorted by id shows the events of a session in their sequence.
 */
export const newId: NewId = (prefix) => {
  const now = Date.now();
  const bytes = takeRandomBytes();
  if (prefix === 'evt') writeEventCount(bytes, now);
  return formatId(prefix, now, bytes);
};
