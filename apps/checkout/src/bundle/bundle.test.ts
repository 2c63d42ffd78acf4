import { gzipSync } from 'node:zlib';
import { messages as english } from '@parley/payer-view/messages/en';
import { messages as japanese } from '@parley/payer-view/messages/ja';
import { languageTags } from '@parley/payer-view/messages/languages';
import { messages as polish } from '@parley/payer-view/messages/pl';
import { expect, test } from 'vitest';
import { bundleFirstCallScript, bundleScript, bundleStyle } from './bundle.ts';

const KIB = 1024;
const gzipped = (text: string) => gzipSync(text).length;

test('the scripts are at most 20 KiB gzip in every language, the style at most 4 KiB gzip', async () => {
  const firstCall = await bundleFirstCallScript();
  for (const tag of languageTags) {
    expect(gzipped(firstCall + (await bundleScript(tag))), tag).toBeLessThanOrEqual(20 * KIB);
  }
  expect(gzipped(await bundleStyle('/fonts/x.woff2'))).toBeLessThanOrEqual(4 * KIB);
});

test('none contains text that would end its element', async () => {
  expect(await bundleFirstCallScript()).not.toMatch(/<\/script|<!--/i);
  for (const tag of languageTags) {
    expect(await bundleScript(tag)).not.toMatch(/<\/script|<!--/i);
  }
  expect(await bundleStyle('/fonts/x.woff2')).not.toMatch(/<\/style/i);
});

test('the script contains no messages that only the server shows', async () => {
  for (const tag of languageTags) {
    const script = await bundleScript(tag);
    expect(script, tag).toContain('underReview');
    // The sums of an order have the labels of the receipt.
    expect(script, tag).toContain('receipt:{');
    for (const name of ['notFound', 'unavailable', 'root']) {
      expect(script, tag).not.toContain(`${name}:{`);
    }
  }
});

test('the script contains no server code', async () => {
  expect(await bundleScript('en')).not.toMatch(/DATABASE_URL|node:|postgres|zod/i);
});

test('the script contains the messages of its language only', async () => {
  const script = await bundleScript('pl');
  expect(script).toContain(polish.notices.declined);
  expect(script).not.toContain(japanese.notices.declined);
  expect(script).not.toContain(english.notices.declined);
});
