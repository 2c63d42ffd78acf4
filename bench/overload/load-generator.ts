import { setTimeout as delay } from 'node:timers/promises';
import { type HttpConnection, openHttpConnection, postRequest } from './http-connection.ts';
import type { LoadJob, LoadResult } from './load-protocol.ts';

// The process that sends the requests. It has prepared their bytes and does little for a response, so
// that it does not delay what it measures.

const LAST_RESPONSES_MS = 30_000;

const order = {
  amount_minor: 4200,
  currency: 'EUR',
  buyer_reference: 'customer_8412',
  cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 2100 }] },
};

async function run(job: LoadJob): Promise<LoadResult> {
  const { url, secretKey, seconds, connections, perSecond } = job;
  const request = postRequest(url, '/v1/proxy_sessions', secretKey, order);
  const health = Buffer.from('GET /healthz HTTP/1.1\r\nhost: api\r\n\r\n');
  const free: HttpConnection[] = [];
  while (free.length < connections) {
    const connection = await openHttpConnection(url);
    // Node.js closes a connection whose first request takes too long.
    await new Promise((resolve) => connection.send(health, resolve));
    free.push(connection);
  }
  const all = [...free];
  process.send?.('connected');
  const admitted: number[] = [];
  const refused: number[] = [];
  const late: number[] = [];
  const failures: string[] = [];
  let unsent = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1_000;

  function send(connection: HttpConnection): void {
    const sentAt = performance.now();
    connection.send(request, (status) => {
      const now = performance.now();
      if (status === 200) admitted.push(now - sentAt);
      else if (status === 503) refused.push(now - sentAt);
      else failures.push(status === null ? 'no response' : String(status));
      if (perSecond === null && now < end) send(connection);
      else free.push(connection);
    });
  }

  if (perSecond === null) {
    for (const connection of free.splice(0)) send(connection);
    await delay(seconds * 1_000);
  } else {
    for (let count = 0; performance.now() < end; await delay(1)) {
      const now = performance.now();
      const due = Math.floor(((now - start) * perSecond) / 1_000);
      for (; count < due; count++) {
        // The one that has been free for the longest time, so that all of them are used.
        const connection = free.shift();
        if (connection) {
          late.push(now - start - (count * 1_000) / perSecond);
          send(connection);
        } else unsent += 1;
      }
    }
  }
  const { user, system } = process.cpuUsage(cpu);
  const took = (performance.now() - start) / 1_000;
  const until = performance.now() + LAST_RESPONSES_MS;
  while (free.length < connections && performance.now() < until) await delay(10);
  for (let i = free.length; i < connections; i++) failures.push('no response');
  for (const connection of all) connection.close();
  const cpuMicroseconds = user + system;
  return { seconds: took, admitted, refused, failures, unsent, late, cpuMicroseconds };
}

process.on('message', async (job: LoadJob) => {
  process.send?.(await run(job));
});
process.on('disconnect', () => process.exit(0));
