import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import Stripe from 'stripe';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../src/server.ts';

export const SECRET_KEY = 'sk_test_sandboxtests0001';
export const PUBLISHABLE_KEY = 'pk_test_sandboxtests0001';
export const WEBHOOK_SECRET = 'whsec_sandboxtests0001';

/** A database of its own for one test file, dropped at the end. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const admin = process.env.TEST_DATABASE_ADMIN_URL;
  if (!admin) {
    throw new Error(
      'TEST_DATABASE_ADMIN_URL is not set: point it at a Postgres superuser, e.g. postgresql://postgres:postgres@127.0.0.1:5432/postgres',
    );
  }
  const name = `sandbox_test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      const client = new pg.Client({ connectionString: admin });
      await client.connect();
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}

export function start(databaseUrl: string, more: Partial<SandboxOptions> = {}) {
  return startSandbox({
    databaseUrl,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    settleDelayMs: 200,
    ...more,
  });
}

/** The official client, pointed at the sandbox. */
export function client(sandbox: RunningSandbox, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(sandbox.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** A call as a browser makes it: publishable key, form body. */
export async function browser(
  sandbox: RunningSandbox,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string>,
) {
  const form = new URLSearchParams({ key: PUBLISHABLE_KEY, ...fields });
  const response =
    method === 'GET'
      ? await fetch(`${sandbox.url}${path}?${form}`)
      : await fetch(`${sandbox.url}${path}`, { method, body: form });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as never,
  };
}

export function card(number: string, prefix = 'payment_method_data'): Record<string, string> {
  return {
    [`${prefix}[type]`]: 'card',
    [`${prefix}[card][number]`]: number,
    [`${prefix}[card][exp_month]`]: '12',
    [`${prefix}[card][exp_year]`]: String(new Date().getUTCFullYear() + 2),
    [`${prefix}[card][cvc]`]: '123',
  };
}

/** Calls the control API with the secret key. */
export async function control(
  sandbox: RunningSandbox,
  path: string,
  fields: Record<string, string> = {},
) {
  const response = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET_KEY}` },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function until<T>(
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 8_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export interface Received {
  body: string;
  signature: string;
  headers: IncomingMessage['headers'];
}

/** A webhook receiver that answers with whatever status is next in line, 200 after that. */
export async function receiver(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
        headers: request.headers,
      });
      response.statusCode = statuses.shift() ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    port,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
