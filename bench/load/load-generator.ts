import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Item } from '../harness/session-copies.ts';
import { createHttpConnection, type HttpConnection } from './http-connection.ts';
import type { LoadJob, LoadResult } from './load-protocol.ts';
import { type LoadRequest, requests } from './requests.ts';

// The process that sends requests and measures how long their responses take. It does little for a response, so
// that it does not delay what it measures.

const LAST_RESPONSES_MS = 30_000;

const ready: LoadRequest = { method: 'GET', path: '/readyz', headers: {}, body: null };

/** Returns the items in order: each of them once, or from the beginning again. */
function supply({ items, use }: LoadJob): () => Item | undefined {
  const noItem = { session: '', attempt: '' };
  let next = 0;
  if (use === 'none') return () => noItem;
  return () => items[use === 'again' ? next++ % items.length : next++];
}

async function connectAll({ origin, connections }: LoadJob): Promise<HttpConnection[]> {
  const all: HttpConnection[] = [];
  while (all.length < connections) {
    const connection = await createHttpConnection(origin);
    // Node.js closes a connection whose first request takes too long.
    await new Promise((resolve) => connection.send(ready, resolve));
    all.push(connection);
  }
  return all;
}

async function run(job: LoadJob): Promise<LoadResult> {
  const { kind, credentials, seconds, perSecond } = job;
  const build = requests[kind];
  const take = supply(job);
  const all = await connectAll(job);
  // The one that has been free for the longest time is used first, so that all of them are used.
  const free = [...all];
  process.send?.('connected');
  await once(process, 'message');
  const admitted: number[] = [];
  const refused: number[] = [];
  const late: number[] = [];
  const failures: string[] = [];
  let unsent = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1_000;

  function send(connection: HttpConnection): void {
    const item = take();
    if (item === undefined) return void free.push(connection);
    const request = build(credentials, item);
    const sentAt = performance.now();
    connection.send(request, (response) => {
      const now = performance.now();
      const status = typeof response === 'string' ? 0 : response.status;
      if (status === 200) admitted.push(now - sentAt);
      else if (status === 503) refused.push(now - sentAt);
      else {
        const text = typeof response === 'string' ? response : response.text.slice(0, 1_000);
        failures.push(`${request.method} ${request.path}: ${text}`);
      }
      if (perSecond === null && now < end) send(connection);
      else free.push(connection);
    });
  }

  if (perSecond === null) {
    for (const connection of free.splice(0)) send(connection);
  } else {
    for (let count = 0; performance.now() < end; await delay(1)) {
      const now = performance.now();
      const due = Math.floor(((now - start) * perSecond) / 1_000);
      for (; count < due; count++) {
        const connection = free.shift();
        if (connection) {
          late.push(now - start - (count * 1_000) / perSecond);
          send(connection);
        } else unsent += 1;
      }
    }
  }
  const measure = () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - start) / 1_000, cpuMicroseconds: user + system };
  };
  // A load at a rate ends with the last request, any other one with the last response.
  const sent = measure();
  const deadline = end + LAST_RESPONSES_MS;
  while (free.length < all.length && performance.now() < deadline) await delay(5);
  for (let i = free.length; i < all.length; i++) failures.push('no response');
  for (const connection of all) connection.close();
  const used = perSecond === null ? measure() : sent;
  return { ...used, admitted, refused, failures, unsent, late };
}

process.on('disconnect', () => process.exit(0));
for (;;) {
  const [job] = (await once(process, 'message')) as [LoadJob];
  process.send?.(await run(job));
}
