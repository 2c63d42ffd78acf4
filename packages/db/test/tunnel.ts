import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the database that can be cut and mended. */
export async function startTunnel(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  let server: Server | null = null;

  async function open(port: number): Promise<number> {
    const opened = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      keep(near);
      keep(far);
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    }).listen(port, '127.0.0.1');
    await once(opened, 'listening');
    server = opened;
    const address = opened.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return address.port;
  }

  const port = await open(0);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    /** Breaks every connection, and lets nobody in. */
    cut: async () => {
      const closing = server;
      server = null;
      if (!closing) return;
      const closed = once(closing, 'close');
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => open(port),
  };
}
