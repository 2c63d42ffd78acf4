import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** The text of a file of the repository. */
export const readSource = (path: string): string => readFileSync(join(root, path), 'utf8');
