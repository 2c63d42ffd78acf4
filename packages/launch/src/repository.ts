import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '');

/** The folder with the commands of the root's dependencies. */
export const commands = join(repository, 'node_modules', '.bin');
