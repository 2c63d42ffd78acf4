import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

// Writes dist/main.js: the command with everything that it uses, so that it installs nothing else.

const folder = join(import.meta.dirname, '..');
const outfile = join(folder, 'dist', 'main.js');

await rm(join(folder, 'dist'), { recursive: true, force: true });
await build({
  entryPoints: [join(folder, 'src', 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // commander is CommonJS and requires modules of Node.js.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
});
await chmod(outfile, 0o755);
