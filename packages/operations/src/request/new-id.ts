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

/** Generates ids from the system clock and secure random bytes. */
export const newId: NewId = (prefix) => formatId(prefix, Date.now(), takeRandomBytes());
