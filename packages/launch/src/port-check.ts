import { execFile } from 'node:child_process';
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
  const holder = (await portHolder(port).catch(() => undefined)) ?? 'another process';
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

/** The process that listens on a port, as `name (pid 123)`. Processes of other users are invisible. */
async function portHolder(port: number): Promise<string | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']);
  const [, pid] = /^p(\d+)/m.exec(stdout) ?? [];
  const [, name] = /^c(.+)/m.exec(stdout) ?? [];
  return pid === undefined ? undefined : `${name ?? 'a process'} (pid ${pid})`;
}
