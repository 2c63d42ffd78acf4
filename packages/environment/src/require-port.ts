import { once } from 'node:events';
import { createServer } from 'node:net';
import { pino } from 'pino';
import { standardOutput } from './standard-output.ts';

/** The address of a process. */
interface Address {
  /** The variables of its parts, such as API for API_HOST and API_PORT. */
  readonly prefix: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Checks that this process can listen on its address. If it cannot, logs one line that names the variable to
 * correct, and exits with 1: its server would end with the stack of an error that names none.
 */
export async function requirePort(process: string, address: Address): Promise<void> {
  const { host, port } = address;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    pino({ name: process }, standardOutput()).error({ port, msg: explain(address, error) });
    globalThis.process.exit(1);
  }
  await once(server.close(), 'close');
}

function explain({ prefix, host, port }: Address, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `${prefix}_PORT: port ${port} of ${host} is in use. Stop the process that uses it, or set another port.`;
    case 'EACCES':
      return `${prefix}_PORT: this user may not listen on port ${port}. Set another port.`;
    default:
      return `${prefix}_HOST: cannot listen on ${host} (${code ?? message}). Set an address of this machine.`;
  }
}
