import { randomBytes } from 'node:crypto';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import type { NewId } from './deps.ts';

/** Generates ids from the system clock and secure random bytes. */
export const newId: NewId = (prefix) => formatId(prefix, Date.now(), randomBytes(ID_RANDOM_BYTES));
