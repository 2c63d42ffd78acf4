import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly type: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number, body: string): void;
  close(): Promise<void>;
}

/** A merchant's own server that is told of events, on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let reply = { status: 200, body: 'ok' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const event = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
    received.push({ type: event.type, headers: request.headers });
    response.writeHead(reply.status).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks/parley`,
    received,
    answer: (status, body) => {
      reply = { status, body };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
