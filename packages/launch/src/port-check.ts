import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { type PortName, portSettings } from './ports.ts';

const run = promisify(execFile);

/** Tries to listen on a port. Returns the system's error code, or undefined if the port is free. */
function listenError(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Error codes that mean that the machine does not have the address. */
const missingAddressCodes = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

async function portError(port: number, hosts: readonly string[]): Promise<string | undefined> {
  for (const host of hosts) {
    const code = await listenError(port, host);
    if (code !== undefined && !missingAddressCodes.has(code)) return code;
  }
  return undefined;
}

async function describeProblem(name: PortName, port: number, code: string): Promise<string> {
  const { name: owner, variable } = portSettings[name];
  const other = `${variable}=${port < 60_000 ? port + 100 : port - 100}`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port} for ${owner}. Use another port: ${other}`;
  if (code !== 'EADDRINUSE')
    return `Port ${port} for ${owner} cannot be used (${code}). Use another port: ${other}`;
  const holder = (await portHolder(port)) ?? 'another process';
  return `Port ${port} for ${owner} is in use by ${holder}. Stop that process, or use another port: ${other}`;
}

/** Returns one line per port in use. `localhost` has two addresses, so both are checked. */
export async function findPortProblems(
  ports: Partial<Readonly<Record<PortName, number>>>,
  host: string,
): Promise<string[]> {
  const hosts = [...new Set([host, '127.0.0.1', '::1'])];
  const lines: string[] = [];
  for (const [name, port] of Object.entries(ports) as [PortName, number][]) {
    const code = await portError(port, hosts);
    if (code !== undefined) lines.push(await describeProblem(name, port, code));
  }
  return lines;
}

/** The state LISTEN in /proc/net/tcp. */
const LISTEN = '0A';

async function socketInodes(port: number): Promise<Set<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const rows = tables.join('\n').split('\n');
  const inodes = rows.flatMap((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/);
    const hasPort = Number.parseInt(local?.split(':')[1] ?? '', 16) === port;
    return hasPort && state === LISTEN && inode !== undefined ? [inode] : [];
  });
  return new Set(inodes);
}

async function hasSocket(pid: string, inodes: Set<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (inode !== undefined && inodes.has(inode)) return true;
  }
  return false;
}

async function holderFromProc(port: number): Promise<string | undefined> {
  const inodes = await socketInodes(port);
  if (inodes.size === 0) return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    if (!(await hasSocket(pid, inodes))) continue;
    const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
    return `${name || 'a process'} (pid ${pid})`;
  }
  return undefined;
}

async function holderFromLsof(port: number): Promise<string | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  const [, pid] = /^p(\d+)/m.exec(stdout) ?? [];
  const [, name] = /^c(.+)/m.exec(stdout) ?? [];
  return pid === undefined ? undefined : `${name ?? 'a process'} (pid ${pid})`;
}

/** The process that listens on a port, as `name (pid 123)`. Processes of other users are invisible. */
async function portHolder(port: number): Promise<string | undefined> {
  const find = process.platform === 'linux' ? holderFromProc : holderFromLsof;
  return await find(port).catch(() => undefined);
}
