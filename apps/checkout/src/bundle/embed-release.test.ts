import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleEmbedScript } from './bundle.ts';
import { computeIntegrity, embedFile, embedPath } from './embed-release.ts';

const script = await readFile(embedFile, 'utf8');

test('the script of this version is what its sources give', async () => {
  const hint = 'Raise the version of packages/embed and run npm run embed:write.';
  expect(await bundleEmbedScript(), hint).toBe(script);
});

test('the script is at most 3 KiB gzip and defines one global with its two functions', () => {
  expect(gzipSync(script).length).toBeLessThanOrEqual(3 * 1024);
  const parley = new Function(`${script};return Parley`)();
  expect(Object.keys(parley).sort()).toEqual(['mountCheckout', 'openCheckout']);
});

test.each(['docs/guides/embedding.md', 'examples/shop/src/pages.ts'])(
  '%s has the path and the integrity of this version',
  async (file) => {
    const repository = join(import.meta.dirname, '..', '..', '..', '..');
    const text = await readFile(join(repository, file), 'utf8');
    expect(text).toContain(embedPath);
    expect(text).toContain(computeIntegrity(script));
  },
);
