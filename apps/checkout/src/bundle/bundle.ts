import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const source = join(import.meta.dirname, '..');
/** Browsers of the last four years: what the payer's script may take for granted. */
const target = ['chrome109', 'firefox115', 'safari16.4'];

const shared = { bundle: true, minify: true, write: false, target } satisfies BuildOptions;

async function textOf(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...shared, ...options, write: false });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild wrote nothing.');
  return file.text.trim();
}

/** The page's script as one text that can stand in a script element. */
export function bundleScript(): Promise<string> {
  return textOf({
    entryPoints: [join(source, 'browser', 'main.ts')],
    format: 'iife',
    platform: 'browser',
    charset: 'utf8',
    legalComments: 'none',
  });
}

/** The page's style with the tokens in it. */
export async function bundleStyle(fontUrl: string): Promise<string> {
  const style = await textOf({ entryPoints: [join(source, 'styles', 'page.css')] });
  // Optional: it never holds text back and never moves it; where it is late, the next page has it.
  const face = `@font-face{font-family:Geist;src:url(${fontUrl}) format("woff2");font-weight:100 900;font-display:optional}`;
  return face + style;
}

export interface Font {
  /** Carries a hash of the bytes, so that it can be kept for good. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export async function bundleFont(): Promise<Font> {
  const geist = dirname(createRequire(import.meta.url).resolve('geist/font/sans'));
  const bytes = await readFile(join(geist, 'fonts', 'geist-sans', 'Geist-Variable.woff2'));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { name: `geist-${hash}.woff2`, bytes };
}
