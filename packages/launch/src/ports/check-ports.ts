import { createServer } from 'node:net';
import { type PortName, type Ports, portSettings } from '../settings/ports.ts';
import { portHolder } from './port-holder.ts';

/** The system's code for why a port cannot be listened on; undefined when it can. */
function problem(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Codes that say the machine has no such address, not that the port is taken. */
const noSuchAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

async function portProblem(port: number, hosts: readonly string[]): Promise<string | undefined> {
  for (const host of hosts) {
    const code = await problem(port, host);
    if (code !== undefined && !noSuchAddress.has(code)) return code;
  }
  return undefined;
}

async function describe(name: PortName, port: number, code: string): Promise<string> {
  const { name: user, variable } = portSettings[name];
  const other = `${variable}=${port < 60_000 ? port + 100 : port - 100}`;
  if (code === 'EACCES')
    return `Port ${port} for ${user} needs more rights. Take another: ${other}`;
  if (code !== 'EADDRINUSE')
    return `Port ${port} for ${user} cannot be used (${code}). Take another: ${other}`;
  const holder = (await portHolder(port)) ?? 'another process';
  return `Port ${port} for ${user} is held by ${holder}. Stop that, or take another: ${other}`;
}

/** One line for each port that is not free. `localhost` is two addresses, so both are tried. */
export async function portProblems(ports: Partial<Ports>, host: string): Promise<string[]> {
  const hosts = [...new Set([host, '127.0.0.1', '::1'])];
  const lines: string[] = [];
  for (const [name, port] of Object.entries(ports) as [PortName, number][]) {
    const code = await portProblem(port, hosts);
    if (code !== undefined) lines.push(await describe(name, port, code));
  }
  return lines;
}
