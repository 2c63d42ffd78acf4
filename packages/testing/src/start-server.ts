import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

export interface StartedServer {
  readonly port: number;
  /** Its origin over HTTP. */
  readonly url: string;
  /** Closes it and its connections. */
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port of 127.0.0.1.
 * @param from a server, or the listener of a new HTTP server
 */
export async function startServer(from: Server | RequestListener): Promise<StartedServer> {
  const server = typeof from === 'function' ? createServer(from) : from;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if (server instanceof HttpServer) server.closeAllConnections();
      }),
  };
}
