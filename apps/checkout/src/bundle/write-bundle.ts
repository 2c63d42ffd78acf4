import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languageTags } from '@parley/payer-view/messages/languages';
import {
  bundleFirstCallScript,
  bundleFont,
  bundleFrameScript,
  bundleScript,
  bundleStyle,
} from './bundle.ts';

const app = join(import.meta.dirname, '..', '..');
const generated = join(app, 'src', 'generated');
const fonts = join(app, 'public', 'fonts');

// Writes the browser assets: script and style as a module for the server, the font as a file.
const font = await bundleFont();
const fontUrl = `/fonts/${font.name}`;
const style = await bundleStyle(fontUrl);
const receiptStyle = await bundleStyle(fontUrl, 'receipt');
const firstCallScript = await bundleFirstCallScript();
const frameScript = await bundleFrameScript();
const scripts = Object.fromEntries(
  await Promise.all(languageTags.map(async (tag) => [tag, await bundleScript(tag)] as const)),
);

await rm(fonts, { recursive: true, force: true });
await mkdir(fonts, { recursive: true });
await mkdir(generated, { recursive: true });
await writeFile(join(fonts, font.name), font.bytes);
await writeFile(
  join(generated, 'browser.ts'),
  `import type { Language } from '@parley/payer-view/messages/languages';
export const scripts: Readonly<Record<Language, string>> = ${JSON.stringify(scripts)};
export const firstCallScript: string = ${JSON.stringify(firstCallScript)};
export const frameScript: string = ${JSON.stringify(frameScript)};
export const style: string = ${JSON.stringify(style)};
export const receiptStyle: string = ${JSON.stringify(receiptStyle)};
`,
);

const kibibytes = (text: string) => gzipSync(text).length / 1024;
const largest = Math.max(...Object.values(scripts).map(kibibytes));
process.stdout.write(
  `script up to ${largest.toFixed(1)} KiB gzip, style ${kibibytes(style).toFixed(1)} KiB gzip, font ${(font.bytes.length / 1024).toFixed(1)} KiB\n`,
);
