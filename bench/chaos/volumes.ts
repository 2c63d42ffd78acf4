import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BALLAST = 'ballast';

/** A folder on a file system of its own, which can be filled. */
interface Volume {
  readonly folder: string;
  /** Takes all free space. */
  fill(): Promise<void>;
  /** Frees it. */
  release(): Promise<void>;
}

/** The folders of a run. The volumes cannot be filled where this process may not mount. */
export interface Volumes {
  readonly root: string;
  readonly data: string;
  readonly logs: string;
  /** Null, with the reason, if this process may not mount. */
  readonly fillable: { readonly data: Volume; readonly logs: Volume } | null;
  readonly reason: string;
  remove(): Promise<void>;
}

/** Creates the folders, with a file system in memory for each of them if this process may mount one. */
export async function createVolumes(dataMebibytes: number): Promise<Volumes> {
  const root = await mkdtemp(join(tmpdir(), 'parley-chaos-'));
  const data = join(root, 'postgres');
  const logs = join(root, 'logs');
  await Promise.all([mkdir(data), mkdir(logs)]);
  const mounted: string[] = [];
  const remove = async () => {
    for (const folder of mounted.splice(0)) await run('umount', ['--lazy', folder]);
    await rm(root, { recursive: true, force: true });
  };
  try {
    for (const [folder, size] of [
      [data, dataMebibytes],
      [logs, 1024],
    ] as const) {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=0711`, 'tmpfs', folder]);
      mounted.push(folder);
    }
    const fillable = { data: createVolume(data), logs: createVolume(logs) };
    return { root, data, logs, fillable, reason: '', remove };
  } catch (error) {
    await remove();
    await Promise.all([mkdir(data, { recursive: true }), mkdir(logs, { recursive: true })]);
    const reason = `this process may not mount a file system (${(error as Error).message.trim()})`;
    return { root, data, logs, fillable: null, reason, remove };
  }
}

function createVolume(folder: string): Volume {
  const file = join(folder, BALLAST);
  return {
    folder,
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(file, '', { mode: 0o600 });
      await run('fallocate', ['--length', String(bavail * bsize), file]).catch(() =>
        // Another process took some of it meanwhile.
        run('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k', 'status=none']).catch(() => {}),
      );
    },
    release: () => rm(file, { force: true }),
  };
}
