import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A door in front of a server that can be shut, or that swallows what is said. */
export async function startGate(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'shut' | 'silent' = 'open';
  const server = createServer((inner) => {
    if (mode === 'shut') {
      inner.destroy();
      return;
    }
    const outer = connect(target);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (mode !== 'silent') to.write(bytes);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    open: () => {
      mode = 'open';
    },
    /** Cuts what is connected and refuses what comes. */
    shut: () => {
      mode = 'shut';
      for (const socket of sockets) socket.destroy();
    },
    /** Takes everything and answers nothing, as a network that is gone does. */
    silence: () => {
      mode = 'silent';
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The same database behind a gate. */
export function behind(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}

export const addressOf = (databaseUrl: string) => {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port || 5432) };
};
