import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

// Writes dist: the package as ES modules and as CommonJS, each with its types.

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');
const tsc = join(folder, '../../node_modules/.bin/tsc');

/** The ES modules: a bundler omits those that an application does not use. */
const parts = ['index', 'client', 'errors', 'money', 'webhooks'];
const getSource = (name: string) => join(folder, 'src', `${name}.ts`);
const options = { bundle: true, target: 'es2022', platform: 'neutral', charset: 'utf8' } as const;

/** Imports of another part stay imports. */
const keepParts: Plugin = {
  name: 'keep-parts',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^\\./(${parts.join('|')})\\.ts$`) }, ({ path }) => ({
      path: path.replace(/ts$/, 'js'),
      external: true,
    }));
  },
};

async function bundleCode(): Promise<void> {
  const [esm, cjs] = [join(dist, 'esm'), join(dist, 'cjs')];
  const entryPoints = parts.map(getSource);
  await build({ ...options, entryPoints, format: 'esm', outdir: esm, plugins: [keepParts] });
  await build({ ...options, entryPoints: [getSource('index')], format: 'cjs', outdir: cjs });
  await writeFile(join(cjs, 'package.json'), '{"type":"commonjs"}\n');
}

async function writeTypes(): Promise<void> {
  const types = join(dist, 'types');
  const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
  // The source of packages/domain is bundled, so it belongs to the program.
  const place = ['--rootDir', join(folder, '..'), '--outDir', types];
  await run(tsc, ['--project', join(folder, 'tsconfig.build.json'), ...emit, ...place]);
  for (const format of ['esm', 'cjs']) {
    await cp(join(types, 'sdk', 'src'), join(dist, format), { recursive: true });
  }
  await rm(types, { recursive: true });
}

await rm(dist, { recursive: true, force: true });
await Promise.all([bundleCode(), writeTypes()]);
