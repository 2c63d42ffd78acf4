import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.ts';

/** Percentages of provider events. A dropped event is acknowledged, so the provider does not send it again. */
interface EventFaults {
  readonly drop: number;
  readonly duplicate: number;
  readonly reorder: number;
}

/** Maximum delay of a reordered event, in milliseconds. It is acknowledged before it is forwarded. */
const MAX_LATE_MS = 2_000;
const TIMEOUT_MS = 15_000;

/** The proxy between the provider and the API, which also divides the events among the API processes. */
export interface EventProxy {
  readonly counts: { forwarded: number; dropped: number; duplicated: number; reordered: number };
  setFaults(faults: EventFaults): void;
  stop(): Promise<void>;
}

/** Starts the proxy. @param apiUrls the origins of the API processes */
export async function startEventProxy(
  port: number,
  apiUrls: readonly string[],
  random: Random,
): Promise<EventProxy> {
  let faults: EventFaults = { drop: 0, duplicate: 0, reorder: 0 };
  let next = 0;
  const counts = { forwarded: 0, dropped: 0, duplicated: 0, reordered: 0 };
  const happens = (percent: number) => random.next() * 100 < percent;

  async function forward(path: string, signature: string, body: Buffer): Promise<number> {
    for (let tries = 0; tries < apiUrls.length; tries++) {
      const origin = apiUrls[next++ % apiUrls.length];
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null);
      await response?.body?.cancel();
      if (!response) continue;
      counts.forwarded += 1;
      return response.status;
    }
    return 502;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = request.url ?? '/';
      const signature = String(request.headers['stripe-signature'] ?? '');
      const send = () => forward(path, signature, Buffer.concat(chunks));
      if (happens(faults.drop)) {
        counts.dropped += 1;
        return response.writeHead(200).end();
      }
      if (happens(faults.duplicate)) {
        counts.duplicated += 1;
        void delay(random.integer(0, MAX_LATE_MS)).then(send);
      }
      if (happens(faults.reorder)) {
        counts.reordered += 1;
        response.writeHead(200).end();
        await delay(random.integer(0, MAX_LATE_MS));
        return void send();
      }
      return response.writeHead(await send()).end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    counts,
    setFaults(given) {
      faults = given;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
