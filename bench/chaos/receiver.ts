import { json } from 'node:stream/consumers';
import { type StartedServer, startServer } from '@parley/testing';

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
export interface Receiver extends StartedServer {
  readonly receipts: readonly Receipt[];
  setMode(mode: ReceiverMode): void;
}

/** Starts a receiver that accepts. */
export async function startReceiver(): Promise<Receiver> {
  const receipts: Receipt[] = [];
  let mode: ReceiverMode = 'accept';
  const server = await startServer(async (request, response) => {
    const event = (await json(request).catch(() => null)) as { type: string } | null;
    // The sender was killed, or waits without a response.
    if (!event || mode === 'hang') return;
    if (mode === 'fail') return void response.writeHead(500).end();
    const eventId = String(request.headers['webhook-id']);
    receipts.push({ path: request.url ?? '', eventId, type: event.type, at: performance.now() });
    response.writeHead(204).end();
  });
  return {
    ...server,
    receipts,
    setMode(next) {
      mode = next;
    },
  };
}
