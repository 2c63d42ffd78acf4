import { execFile } from 'node:child_process';
import { platform } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const user = 'postgres';

async function lookUp(): Promise<RunAs | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function create(): Promise<void> {
  await run('groupadd', ['--force', '--system', user]);
  await run('useradd', [
    '--system',
    '--gid',
    user,
    '--no-create-home',
    '--shell',
    '/bin/false',
    user,
  ]);
}

/** Postgres refuses to run as root: root lends it a user of its own. Nobody else needs one. */
export async function postgresUser(): Promise<RunAs | undefined> {
  if (platform() === 'win32' || process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known !== undefined) return known;
  await create().catch((error: unknown) => {
    throw new Error(
      'Postgres does not run as root, and the user "postgres" could not be made: run this as an ordinary user.',
      { cause: error },
    );
  });
  return await lookUp();
}
