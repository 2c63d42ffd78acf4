import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const manifest = createRequire(import.meta.url).resolve('@parley/embed/package.json');
const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'));

/** The path of the current version of the embedding script on the payer page's origin. */
export const embedPath = `/embed/${version}/embed.js`;

/** The file of the current version. */
export const embedFile = join(import.meta.dirname, '..', '..', 'public', embedPath);

/** The value of the `integrity` attribute for a script. */
export const computeIntegrity = (script: string): string =>
  `sha384-${createHash('sha384').update(script).digest('base64')}`;
