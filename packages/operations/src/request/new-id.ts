import { randomBytes } from 'node:crypto';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import type { NewId } from './deps.ts';

/** Ids from the system's clock and its random source. */
export const newId: NewId = (prefix) => formatId(prefix, Date.now(), randomBytes(ID_RANDOM_BYTES));
