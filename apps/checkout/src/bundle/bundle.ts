import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '@parley/payer-view/messages/languages';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import subsetFont from 'subset-font';

const source = join(import.meta.dirname, '..');
/** Browsers of the last four years. */
const target = ['chrome109', 'firefox115', 'safari16.4'];

const shared = { bundle: true, minify: true, write: false, target } satisfies BuildOptions;

async function buildText(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...shared, ...options, write: false });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild wrote nothing.');
  return file.text.trim();
}

/** The messages that only documents of the server show, as they are formatted in the source. */
const serverMessages = /^ {2}(notFound|unavailable|root): \{\n[\s\S]*?^ {2}\},\n/gm;

/** Replaces the English messages by those of a language, without those that the script does not show. */
const getMessages = (language: Language): Plugin => ({
  name: 'messages',
  setup({ onResolve, onLoad }) {
    const { resolve } = createRequire(import.meta.url);
    onResolve({ filter: /\/messages\/en$/ }, () => ({
      path: resolve(`@parley/payer-view/messages/${language.toLowerCase()}`),
    }));
    onLoad({ filter: /\/messages\/[\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(serverMessages, ''),
      loader: 'ts',
    }));
  },
});

const buildScript = (file: string, options: BuildOptions = {}): Promise<string> =>
  buildText({
    entryPoints: [file],
    format: 'iife',
    platform: 'browser',
    legalComments: 'none',
    ...options,
  });

const inBrowser = (file: string): string => join(source, 'browser', file);

/** The page's script in a language, as the content of a script element. */
export const bundleScript = (language: Language): Promise<string> =>
  buildScript(inBrowser('main.ts'), { charset: 'utf8', plugins: [getMessages(language)] });

/** The script in the head of the page that sends its first call. In every language. */
export const bundleFirstCallScript = (): Promise<string> =>
  buildScript(inBrowser('send-first-call.ts'));

/** The script of a page in a frame, which connects it to the page around it. In every language. */
export const bundleFrameScript = (): Promise<string> => buildScript(inBrowser('framed.ts'));

/** The script for merchants' pages, with its functions in the global `Parley`. */
export const bundleEmbedScript = (): Promise<string> =>
  buildScript(createRequire(import.meta.url).resolve('@parley/embed'), { globalName: 'Parley' });

/** The style sheet of the payer page or of its receipt, with the design tokens. */
export async function bundleStyle(
  fontUrl: string,
  document: 'page' | 'receipt' = 'page',
): Promise<string> {
  const style = await buildText({ entryPoints: [join(source, 'documents', `${document}.css`)] });
  // Optional and not preloaded, so that it neither delays the first paint nor shifts the layout.
  const face = `@font-face{font-family:Geist;src:url(${fontUrl}) format("woff2");font-weight:400 550;font-display:optional}`;
  return face + style;
}

export interface Font {
  /** Contains a hash of the bytes, so that it can be cached forever. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Latin letters, punctuation and currency signs. Other scripts use the system font. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x2010, 0x203a],
  [0x20a0, 0x20c0],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
] as const;

const characters = ranges
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  .map((code) => String.fromCodePoint(code))
  .join('');

/** Geist, reduced to the weights and characters of the page: a third of the file. */
export async function bundleFont(): Promise<Font> {
  const geist = dirname(createRequire(import.meta.url).resolve('geist/font/sans'));
  const font = await readFile(join(geist, 'fonts', 'geist-sans', 'Geist-Variable.woff2'));
  const bytes = await subsetFont(font, characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 550, default: 400 } },
  });
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { name: `geist-${hash}.woff2`, bytes };
}
