import { cp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { writeThirdPartyLicenses } from '@parley/config/third-party-licenses';
import { build } from 'esbuild';

// Writes dist: the launcher and each program of the product with everything that they use, except PostgreSQL.

const repository = join(import.meta.dirname, '../..');
const dist = join(import.meta.dirname, 'dist');
const source = (path: string) => join(repository, path);

await rm(dist, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    index: source('packages/test-server/src/index.ts'),
    // The launcher's run record starts it from its own folder.
    watchdog: source('packages/launch/src/supervise/watchdog.ts'),
    // As deep as the simulator's code is below the folder of its scripts.
    'programs/api/main': source('apps/api/src/main.ts'),
    'programs/worker/main': source('apps/worker/src/main.ts'),
    'programs/sandbox/main': source('apps/sandbox/src/main.ts'),
    'programs/checkout/main': source('apps/checkout/src/serve.ts'),
  },
  outdir: dist,
  bundle: true,
  metafile: true,
  splitting: true,
  minify: true,
  // Stack traces in logs stay readable.
  keepNames: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // What only operators configure.
  external: ['@aws-sdk/*', '@grpc/*', '@opentelemetry/exporter-*'],
  // Some packages are CommonJS and require modules of Node.js.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);",
  },
});
for (const [from, to] of [
  ['prisma/migrations', 'prisma/migrations'],
  ['apps/sandbox/browser', 'browser'],
  ['apps/checkout/public', 'programs/public'],
] as const) {
  await cp(source(from), join(dist, to), { recursive: true });
}
// The font of the payer page is a file.
const font = createRequire(source('apps/checkout/package.json')).resolve('geist/font/sans');
await writeThirdPartyLicenses(dist, [...Object.keys(metafile.inputs), font]);
