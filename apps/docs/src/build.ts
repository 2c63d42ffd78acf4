import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { guideSections } from './content/guides.ts';
import { type Page, pageHref } from './content/page.ts';
import { readSource } from './content/repository.ts';
import { readPages } from './content/site.ts';

// Writes dist: every page as HTML and as Markdown, the search index, and what language models read.

process.env.ASTRO_TELEMETRY_DISABLED = '1';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..');
const generated = join(folder, 'generated');
const dist = join(folder, 'dist');

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const frontmatter = ({ title, description }: Page): string =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(description)}`,
    '---',
  ].join('\n');

const asMarkdown = ({ title, body }: Page): string =>
  `# ${title}\n\n${body.replaceAll(/^<(parley-request|figure).*$\n?/gm, '').trim()}\n`;

/** The list of pages in the form of llmstxt.org. */
function listPages(pages: readonly Page[]): string {
  const find = (path: string) => pages.find((page) => page.path === path);
  const entry = (page: Page) => `- [${page.title}](/${page.path}.md): ${page.description}`;
  const sections = Object.entries(guideSections).map(
    ([label, guides]) =>
      `## ${label}\n\n${Object.values(guides)
        .flatMap((path) => find(path) ?? [])
        .map(entry)
        .join('\n')}`,
  );
  const lists = ['reference', 'events', 'errors', 'guides/states'].flatMap(
    (path) => find(path) ?? [],
  );
  return [
    '# Parley',
    '> A payment session proxy: what the merchant requested, what the payer saw and what the provider charged are the same.',
    ...sections,
    `## Reference\n\n${lists.map(entry).join('\n')}`,
    '## Optional\n\n- [All pages in one file](/llms-full.txt)\n- [OpenAPI document](/openapi.json)',
  ].join('\n\n');
}

/** Writes the pages as sources of the site, and as files that it serves unchanged. */
async function writeContent(pages: readonly Page[]): Promise<void> {
  // With the cache of rendered pages, which Astro uses even if the style of code has changed.
  await rm(generated, { recursive: true, force: true });
  const files = pages.flatMap((page) => [
    write(join(generated, 'content', `${page.path}.md`), `${frontmatter(page)}\n\n${page.body}\n`),
    write(join(generated, 'public', `${page.path}.md`), asMarkdown(page)),
  ]);
  const publicFile = (name: string) => join(generated, 'public', name);
  await Promise.all([
    ...files,
    write(publicFile('openapi.json'), readSource('docs/openapi.json')),
    write(publicFile('llms.txt'), `${listPages(pages)}\n`),
    write(
      publicFile('llms-full.txt'),
      pages.map((page) => `Source: ${pageHref(page.path)}\n${asMarkdown(page)}`).join('\n'),
    ),
  ]);
  const geist = dirname(createRequire(import.meta.url).resolve('geist/font/sans'));
  await copyFile(join(geist, 'fonts/geist-sans/Geist-Variable.woff2'), publicFile('geist.woff2'));
  await copyFile(join(folder, '../dashboard/src/app/icon.svg'), publicFile('icon.svg'));
}

/** Packs what integrators install, as a registry would serve it. */
async function packPackages(): Promise<void> {
  const packages = join(folder, '../../packages');
  for (const name of ['sdk', 'embed', 'cli', 'contract-kit', 'mcp', 'test-server']) {
    const out = join(dist, 'packages', `${name}.tgz`);
    await run('pnpm', ['--dir', join(packages, name), 'pack', '--out', out]);
  }
}

/** Compresses files of text, so that a request does not have to. */
async function compress(): Promise<void> {
  const compressGzip = promisify(gzip);
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    if (!/\.(css|html|js|json|md|svg|txt|xml)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    await writeFile(`${file}.gz`, await compressGzip(await readFile(file), { level: 9 }));
  }
}

const pages = readPages();
await writeContent(pages);
const { build } = await import('astro');
await build({ root: folder, logLevel: 'error' });
await packPackages();
await compress();
process.stdout.write(`${pages.length} pages written to ${dist}\n`);
