import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundlePrograms } from './bundle-programs.ts';

const run = promisify(execFile);
export const repository = fileURLToPath(new URL('../../', import.meta.url));

async function git(...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: repository });
  return stdout.trim();
}

/**
 * The commit of the last version that was prepared: the one that set the present version in package.json.
 * If that is the present commit, the one before it.
 */
export async function findPreviousVersion(): Promise<string> {
  const changes = (
    await git('log', '-2', '--format=%H', '-G"version"', '--', 'package.json')
  ).split('\n');
  const head = await git('rev-parse', 'HEAD');
  const commit = changes.find((one) => one !== head);
  if (!commit) throw new Error('The history has no earlier version. Name a commit with --from.');
  return commit;
}

/** A copy of the repository at another commit. */
export interface ExportedVersion {
  readonly folder: string;
  /** The version and the abbreviated id of the commit. */
  readonly version: string;
  remove(): Promise<void>;
}

/** Extracts a commit into a temporary folder, installs its packages and builds its API and worker. */
export async function exportVersion(ref: string): Promise<ExportedVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const version = await fillFolder(ref, folder).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return { folder, version, remove };
}

async function fillFolder(ref: string, folder: string): Promise<string> {
  const commit = await git('rev-parse', '--short', `${ref}^{commit}`);
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder], { cwd: repository });
  const env = { ...process.env, CI: 'true' };
  const pnpm = `${repository}node_modules/.bin/pnpm`;
  await run(pnpm, ['install', '--frozen-lockfile', '--prefer-offline'], { cwd: folder, env });
  const db = `${folder}/packages/db`;
  if (existsSync(`${db}/prisma.config.ts`))
    await run(`${db}/node_modules/.bin/prisma`, ['generate'], { cwd: db, env });
  await bundlePrograms(folder);
  const { version } = JSON.parse(await git('show', `${commit}:package.json`));
  return `${version} (${commit})`;
}

/** Runs a function of a module of a version in a process of its own, and returns its result. */
export async function callModule<Result>(
  folder: string,
  module: string,
  name: string,
  args: readonly unknown[],
): Promise<Result> {
  const script = `
    const { ${name} } = await import(${JSON.stringify(`${folder}/${module}`)});
    const result = await ${name}(...${JSON.stringify(args)});
    await result.database?.close();
    const { database, ...rest } = result;
    process.stdout.write(JSON.stringify(rest));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
  });
  return JSON.parse(stdout) as Result;
}
