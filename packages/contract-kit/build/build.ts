import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

// Writes dist: the command and the module with everything that they use, so that they install nothing else.

const folder = join(import.meta.dirname, '..');
const outdir = join(folder, 'dist');

await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['main', 'index'].map((name) => join(folder, 'src', `${name}.ts`)),
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // commander is CommonJS and requires modules of Node.js.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
});
await chmod(join(outdir, 'main.js'), 0o755);
