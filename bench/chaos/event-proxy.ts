import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type StartedServer, startServer } from '@parley/testing';
import type { Random } from '../harness/random.ts';

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
export interface EventProxy extends StartedServer {
  readonly counts: { forwarded: number; dropped: number; duplicated: number; reordered: number };
  setFaults(faults: EventFaults): void;
}

/** Starts the proxy. @param apiUrls the origins of the API processes */
export async function startEventProxy(
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

  const server = await startServer(async (request, response) => {
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    const path = request.url ?? '/';
    const signature = String(request.headers['stripe-signature'] ?? '');
    const send = () => forward(path, signature, body);
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
  return {
    ...server,
    counts,
    setFaults(given) {
      faults = given;
    },
  };
}
