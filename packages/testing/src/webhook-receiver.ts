import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { waitFor } from './wait-for.ts';

/** A request that came in. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders & {
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks into is what it checks
  readonly body: any;
}

type Respond = (response: ServerResponse, received: ReceivedWebhook) => void;

export interface WebhookReceiver {
  /** Without a slash at the end; any path below it is received. */
  readonly url: string;
  /** What has come in so far, in its order. */
  readonly received: ReceivedWebhook[];
  /** How requests are answered from now on; 204 until told. */
  respondWith(respond: Respond): void;
  /** Requests that wait for their answer, by path, and the most there ever were. */
  readonly inFlight: ReadonlyMap<string, number>;
  readonly mostInFlight: ReadonlyMap<string, number>;
  /** Waits until so many requests came to a path. */
  waitForRequests(count: number, path?: string): Promise<ReceivedWebhook[]>;
  stop(): Promise<void>;
}

/** A merchant's own server, on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const inFlight = new Map<string, number>();
  const mostInFlight = new Map<string, number>();
  let respond: Respond = (response) => response.writeHead(204).end();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const now = (inFlight.get(path) ?? 0) + 1;
    inFlight.set(path, now);
    mostInFlight.set(path, Math.max(now, mostInFlight.get(path) ?? 0));
    response.on('close', () => inFlight.set(path, (inFlight.get(path) ?? 1) - 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const headers = request.headers as ReceivedWebhook['headers'];
      const one = { path, headers, text, body: JSON.parse(text) };
      received.push(one);
      respond(response, one);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    inFlight,
    mostInFlight,
    respondWith: (next) => {
      respond = next;
    },
    waitForRequests: (count, path) =>
      waitFor(
        () => {
          const found = received.filter((one) => path === undefined || one.path === path);
          return found.length >= count && found;
        },
        { what: `${count} webhooks at ${path ?? 'any path'}` },
      ),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
