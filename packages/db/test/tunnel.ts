import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Starts a TCP proxy to the database whose connections a test can break and restore. */
export async function startTunnel(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  let server: Server | null = null;

  async function open(port: number): Promise<number> {
    const opened = createServer((downstream) => {
      const upstream = connect(Number(target.port), target.hostname);
      track(downstream);
      track(upstream);
      downstream.pipe(upstream).pipe(downstream);
      downstream.on('close', () => upstream.destroy());
      upstream.on('close', () => downstream.destroy());
    }).listen(port, '127.0.0.1');
    await once(opened, 'listening');
    server = opened;
    const address = opened.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return address.port;
  }

  const port = await open(0);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    /** Breaks every connection and refuses new ones. */
    close: async () => {
      const closing = server;
      server = null;
      if (!closing) return;
      const closed = once(closing, 'close');
      closing.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reopen: () => open(port),
  };
}
