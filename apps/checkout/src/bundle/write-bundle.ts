import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleFont, bundleScript, bundleStyle } from './bundle.ts';

const app = join(import.meta.dirname, '..', '..');
const generated = join(app, 'src', 'generated');
const fonts = join(app, 'public', 'fonts');

// Writes the browser assets: script and style as a module for the server, the font as a file.
const font = await bundleFont();
const fontUrl = `/fonts/${font.name}`;
const [script, style] = await Promise.all([bundleScript(), bundleStyle(fontUrl)]);

await rm(fonts, { recursive: true, force: true });
await mkdir(fonts, { recursive: true });
await mkdir(generated, { recursive: true });
await writeFile(join(fonts, font.name), font.bytes);
await writeFile(
  join(generated, 'browser.ts'),
  Object.entries({ script, style })
    .map(([name, text]) => `export const ${name}: string = ${JSON.stringify(text)};\n`)
    .join(''),
);

const size = (text: string) => `${(gzipSync(text).length / 1024).toFixed(1)} KiB gzip`;
process.stdout.write(
  `script ${size(script)}, style ${size(style)}, font ${(font.bytes.length / 1024).toFixed(1)} KiB\n`,
);
