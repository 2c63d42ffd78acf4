import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const listening = '0A';

async function socketInodes(port: number): Promise<Set<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const rows = tables.join('\n').split('\n');
  const inodes = rows.flatMap((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/);
    const isHere = Number.parseInt(local?.split(':')[1] ?? '', 16) === port;
    return isHere && state === listening && inode !== undefined ? [inode] : [];
  });
  return new Set(inodes);
}

async function holds(pid: string, inodes: Set<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (inode !== undefined && inodes.has(inode)) return true;
  }
  return false;
}

async function fromProc(port: number): Promise<string | undefined> {
  const inodes = await socketInodes(port);
  if (inodes.size === 0) return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    if (!(await holds(pid, inodes))) continue;
    const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
    return `${name || 'a process'} (pid ${pid})`;
  }
  return undefined;
}

async function fromLsof(port: number): Promise<string | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  const [, pid] = /^p(\d+)/m.exec(stdout) ?? [];
  const [, name] = /^c(.+)/m.exec(stdout) ?? [];
  return pid === undefined ? undefined : `${name ?? 'a process'} (pid ${pid})`;
}

/** Who listens on a port, as `name (pid 123)`, when the system tells: other users' processes stay hidden. */
export async function portHolder(port: number): Promise<string | undefined> {
  const look = process.platform === 'linux' ? fromProc : fromLsof;
  return await look(port).catch(() => undefined);
}
