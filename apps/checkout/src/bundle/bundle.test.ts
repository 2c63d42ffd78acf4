import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleScript, bundleStyle } from './bundle.ts';

const KIB = 1024;
const gzipped = (text: string) => gzipSync(text).length;

test('the script stays within 20 KiB gzip, the style within 4', async () => {
  expect(gzipped(await bundleScript())).toBeLessThanOrEqual(20 * KIB);
  expect(gzipped(await bundleStyle('/fonts/x.woff2'))).toBeLessThanOrEqual(4 * KIB);
});

test('neither can end the element it stands in', async () => {
  expect(await bundleScript()).not.toMatch(/<\/script|<!--/i);
  expect(await bundleStyle('/fonts/x.woff2')).not.toMatch(/<\/style/i);
});

test('nothing of the server’s is in the script', async () => {
  expect(await bundleScript()).not.toMatch(/DATABASE_URL|node:|postgres|zod/i);
});
