import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleScript, bundleStyle } from './bundle.ts';

const KIB = 1024;
const gzipped = (text: string) => gzipSync(text).length;

test('the script is at most 20 KiB gzip, the style at most 4 KiB gzip', async () => {
  expect(gzipped(await bundleScript())).toBeLessThanOrEqual(20 * KIB);
  expect(gzipped(await bundleStyle('/fonts/x.woff2'))).toBeLessThanOrEqual(4 * KIB);
});

test('neither contains text that would end its element', async () => {
  expect(await bundleScript()).not.toMatch(/<\/script|<!--/i);
  expect(await bundleStyle('/fonts/x.woff2')).not.toMatch(/<\/style/i);
});

test('the script contains no server code', async () => {
  expect(await bundleScript()).not.toMatch(/DATABASE_URL|node:|postgres|zod/i);
});
