import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { WebhookVerificationError, webhooks } from '@parley/sdk';
import { onTestFinished } from 'vitest';

export const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly test?: boolean;
  readonly data: {
    readonly object: { readonly id: string; readonly actionable_next_step?: string };
  };
}

/** The mistakes that a receiver can make, each alone. */
export interface Mistakes {
  /** Reads the event without verifying it. */
  readonly verifiesNothing?: true;
  /** Verifies what it has written again. */
  readonly rewritesBody?: true;
  /** Ships whenever an event arrives. */
  readonly forgetsIds?: true;
  /** Looks for the id, works, and then stores it. */
  readonly storesIdLate?: true;
  readonly refusesUnknownTypes?: true;
  readonly ignoresTime?: true;
  readonly shipsTestEvents?: true;
  /** Ships whatever happens to a session. */
  readonly shipsEverything?: true;
}

/** An integrator's receiver with the mistakes, and how often it shipped each order. */
export async function startReceiver(mistakes: Mistakes) {
  const shipped = new Map<string, number>();
  const processed = new Set<string>();
  const waiting = new Map<string, PromiseWithResolvers<void>>();

  async function verify(body: Buffer, headers: IncomingHttpHeaders): Promise<ReceivedEvent> {
    const text = body.toString();
    if (mistakes.verifiesNothing) return JSON.parse(text);
    const seen = mistakes.rewritesBody ? JSON.stringify(JSON.parse(text), null, 1) : body;
    const now = mistakes.ignoresTime ? Number(headers['webhook-timestamp']) * 1000 : Date.now();
    return (await webhooks.verify(seen, headers, secret, { now })) as unknown as ReceivedEvent;
  }

  /** Resolves when an event has arrived again, however long a busy machine takes, or else after half a second. */
  async function waitForAnother(id: string): Promise<void> {
    const another = waiting.get(id) ?? Promise.withResolvers<void>();
    if (waiting.has(id)) another.resolve();
    waiting.set(id, another);
    await Promise.race([another.promise, delay(500)]);
    // A process that was paused runs its timers before it reads what has arrived.
    await immediate();
  }

  async function handle(event: ReceivedEvent): Promise<number> {
    const { id, type, test, data } = event;
    if (processed.has(id) && !mistakes.forgetsIds) return 204;
    const isDue = type === 'proxy_session.paid' && data.object.actionable_next_step === 'provision';
    if (mistakes.storesIdLate && isDue) await waitForAnother(id);
    processed.add(id);
    if (mistakes.refusesUnknownTypes && type === 'proxy_session.reviewed') return 422;
    if (test && !mistakes.shipsTestEvents) return 204;
    if (isDue || (mistakes.shipsEverything && type.startsWith('proxy_session.'))) {
      shipped.set(data.object.id, (shipped.get(data.object.id) ?? 0) + 1);
    }
    return 204;
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/shipped') {
      response.end(String(shipped.get(searchParams.get('session') ?? '') ?? 0));
      return;
    }
    try {
      const event = await verify(await buffer(request), request.headers);
      response.writeHead(await handle(event)).end();
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    url: `${origin}/webhooks`,
    fulfilledUrl: `${origin}/shipped?session={session}`,
    countFulfilled: async (id: string) => shipped.get(id) ?? 0,
  };
}
