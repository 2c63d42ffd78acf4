import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { writeThirdPartyLicenses } from './third-party-licenses.ts';

/**
 * Replaces a folder by bundled modules for Node.js and the licenses of what they contain.
 * @param options of esbuild
 * @param copied files of packages that are copied into the folder, for their licenses
 */
export async function bundle(
  options: BuildOptions & { readonly outdir: string },
  copied: readonly string[] = [],
): Promise<void> {
  await rm(options.outdir, { recursive: true, force: true });
  const { metafile } = await build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Some packages are CommonJS and require modules of Node.js.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    ...options,
    metafile: true,
  });
  const folder = options.absWorkingDir ?? process.cwd();
  const inputs = Object.keys(metafile.inputs).map((path) => join(folder, path));
  await writeThirdPartyLicenses(options.outdir, [...inputs, ...copied]);
}

/**
 * Writes the folder `dist` of a published package: its command and other modules.
 * @param folder of the package
 * @param names of the modules in `src`. The command is `main`
 */
export async function bundleCommand(folder: string, names: readonly string[]): Promise<void> {
  const outdir = join(folder, 'dist');
  const entryPoints = names.map((name) => join(folder, 'src', `${name}.ts`));
  await bundle({ entryPoints, outdir, target: 'node20' });
  await chmod(join(outdir, 'main.js'), 0o755);
}

/**
 * Bundles a script of this repository so that it starts quickly: Node.js loads a few modules instead of more than a
 * thousand. Dynamic imports become modules of their own. Stack traces stay readable: nothing is minified, and a
 * comment before each module names its file.
 * @param script as an absolute path. The bundle is `dist/main.js` in the parent of its folder
 */
export async function bundleProgram(script: string): Promise<void> {
  await bundle({
    entryPoints: { main: script },
    outdir: join(script, '../../dist'),
    absWorkingDir: join(import.meta.dirname, '../..'),
    splitting: true,
    target: 'node24',
  });
}
