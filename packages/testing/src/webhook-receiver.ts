import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { startServer } from './start-server.ts';
import { waitFor } from './wait-for.ts';

/** A received request. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders & {
    readonly 'webhook-id': string;
    readonly 'webhook-timestamp': string;
    readonly 'webhook-signature': string;
  };
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the parts they read
  readonly body: any;
}

type Respond = (response: ServerResponse, received: ReceivedWebhook) => void;

export interface WebhookReceiver {
  /** Without a trailing slash. Every path below it is received. */
  readonly url: string;
  /** The requests received so far, in order. */
  readonly received: ReceivedWebhook[];
  /** Sets the response to later requests; 204 by default. */
  respondWith(respond: Respond): void;
  /** The number of requests without a response by path, now and at most. */
  readonly inFlight: ReadonlyMap<string, number>;
  readonly mostInFlight: ReadonlyMap<string, number>;
  /** Waits until a path has received so many requests. */
  waitForRequests(count: number, path?: string): Promise<ReceivedWebhook[]>;
  stop(): Promise<void>;
}

/** A server that receives webhooks, on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const inFlight = new Map<string, number>();
  const mostInFlight = new Map<string, number>();
  let respond: Respond = (response) => response.writeHead(204).end();
  const { url, stop } = await startServer((request, response) => {
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
  });
  return {
    url,
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
    stop,
  };
}
