import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can refuse connections or drop everything it receives. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let mode: 'forward' | 'refuse' | 'drop' = 'forward';
  const server = createServer((inner) => {
    if (mode === 'refuse') {
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
        if (mode !== 'drop') to.write(bytes);
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
    forward: () => {
      mode = 'forward';
    },
    /** Closes open connections and refuses new ones. */
    refuse: () => {
      mode = 'refuse';
      for (const socket of sockets) socket.destroy();
    },
    /** Accepts everything and forwards nothing, as an unreachable network does. */
    drop: () => {
      mode = 'drop';
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The URL of the same database through the proxy. */
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
