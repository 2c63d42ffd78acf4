import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the receiver responds: as it should, with 500, or not at all. */
type ReceiverMode = 'accept' | 'fail' | 'hang';

/** A webhook that was received and accepted. */
export interface Receipt {
  readonly path: string;
  readonly eventId: string;
  readonly type: string;
  /** On the clock of `performance.now()`. */
  readonly at: number;
}

/** The server that receives the webhooks of all merchants. */
export interface Receiver {
  readonly url: string;
  readonly receipts: readonly Receipt[];
  setMode(mode: ReceiverMode): void;
  stop(): Promise<void>;
}

/** Starts a receiver that accepts. */
export async function startReceiver(): Promise<Receiver> {
  const receipts: Receipt[] = [];
  let mode: ReceiverMode = 'accept';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (mode === 'hang') return;
      if (mode === 'fail') return void response.writeHead(500).end();
      const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
      const eventId = String(request.headers['webhook-id']);
      receipts.push({ path: request.url ?? '', eventId, type, at: performance.now() });
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    receipts,
    setMode(next) {
      mode = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
