import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '@parley/config/bundle';

// Writes dist: the launcher and each program of the product with everything that they use, except PostgreSQL.

const repository = join(import.meta.dirname, '../..');
const outdir = join(import.meta.dirname, 'dist');
const source = (path: string) => join(repository, path);
// The font of the payer page is a file.
const font = createRequire(source('apps/checkout/package.json')).resolve('geist/font/sans');

await bundle(
  {
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
    outdir,
    splitting: true,
    minify: true,
    // Stack traces in logs stay readable.
    keepNames: true,
    target: 'node24',
    // What only operators configure.
    external: ['@aws-sdk/*', '@grpc/*', '@opentelemetry/exporter-*'],
  },
  [font],
);
for (const [from, to] of [
  ['prisma/migrations', 'prisma/migrations'],
  ['apps/sandbox/browser', 'browser'],
  ['apps/checkout/public', 'programs/public'],
] as const) {
  await cp(source(from), join(outdir, to), { recursive: true });
}
