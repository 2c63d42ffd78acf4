import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol without meaning: a notice without fields. */
const NOTICE = Buffer.from([...Buffer.from('N'), 0, 0, 0, 5, 0]);
const NOTICE_INTERVAL_MS = 100;

/** A TCP proxy that can refuse connections, drop everything it receives, or replace responses. */
export async function startTcpProxy(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  let mode: 'forward' | 'refuse' | 'drop' | 'replace' = 'forward';
  const server = createServer((inner) => {
    if (mode === 'refuse') {
      inner.destroy();
      return;
    }
    const outer = connect(target);
    const notices = setInterval(() => {
      if (mode === 'replace') inner.write(NOTICE);
    }, NOTICE_INTERVAL_MS);
    inner.once('close', () => clearInterval(notices));
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (mode === 'forward') to.write(bytes);
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
    /** Sends notices on open connections instead of what the server responds. */
    replaceResponses: () => {
      mode = 'replace';
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

export const getAddress = (databaseUrl: string) => {
  const { hostname, port } = new URL(databaseUrl);
  return { host: hostname, port: Number(port || 5432) };
};
