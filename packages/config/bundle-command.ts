import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writeThirdPartyLicenses } from './third-party-licenses.ts';

/**
 * Writes the folder `dist` of a package: its command and other modules, each with everything that they use, so that
 * they install nothing else.
 * @param folder of the package
 * @param names of the modules in `src`. The command is `main`
 */
export async function bundleCommand(folder: string, names: readonly string[]): Promise<void> {
  const outdir = join(folder, 'dist');
  await rm(outdir, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: names.map((name) => join(folder, 'src', `${name}.ts`)),
    outdir,
    bundle: true,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // commander is CommonJS and requires modules of Node.js.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
  });
  await writeThirdPartyLicenses(outdir, Object.keys(metafile.inputs));
  await chmod(join(outdir, 'main.js'), 0o755);
}
