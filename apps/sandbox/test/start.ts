import { randomUUID } from 'node:crypto';
import { startWebhookReceiver, type WebhookReceiver } from '@parley/testing';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, expect } from 'vitest';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../src/server.ts';
import { observeTraffic } from './observe-traffic.ts';

export const SECRET_KEY = 'sk_test_sandboxtests0001';
export const PUBLISHABLE_KEY = 'pk_test_sandboxtests0001';
export const WEBHOOK_SECRET = 'whsec_sandboxtests0001';

/** Returns the URL of a database that does not exist yet; the sandbox creates it. */
export function newDatabase(): { url: string; drop(): Promise<void> } {
  const admin = process.env.TEST_DATABASE_ADMIN_URL;
  if (!admin) {
    throw new Error(
      'TEST_DATABASE_ADMIN_URL is not set. Set it to the URL of a PostgreSQL superuser, e.g. postgresql://postgres:postgres@127.0.0.1:5432/postgres',
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

/** Starts a sandbox on a free port. */
export function start(databaseUrl: string, more: Partial<SandboxOptions> = {}) {
  return startSandbox({
    databaseUrl,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    settleDelayMs: 200,
    ...more,
  });
}

/** Returns the official client, configured for the sandbox. */
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

/** Sends a request as a browser does: publishable key, form body. */
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

/** Returns the parameters of a card with the given number. */
export function card(number: string, prefix = 'payment_method_data'): Record<string, string> {
  return {
    [`${prefix}[type]`]: 'card',
    [`${prefix}[card][number]`]: number,
    [`${prefix}[card][exp_month]`]: '12',
    [`${prefix}[card][exp_year]`]: String(new Date().getUTCFullYear() + 2),
    [`${prefix}[card][cvc]`]: '123',
  };
}

/** Confirms a payment intent as a browser does, with a card of the given number. */
export async function confirmIntent(
  sandbox: RunningSandbox,
  intent: Stripe.PaymentIntent,
  number: string,
): Promise<{
  status: number;
  body: Stripe.PaymentIntent & { error?: { code: string; decline_code?: string } };
}> {
  return browser(sandbox, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    ...card(number),
  });
}

/** Returns the error of a rejected request; throws if it is not rejected with a Stripe error. */
export async function readRejection(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a Stripe error, got ${String(error)}`);
}

/** Sends a request to the control API with the secret key. */
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

/** Starts a sandbox with a database of its own; the tests of the file stop it at their end. */
export async function startForTests(more: Partial<SandboxOptions> = {}) {
  const database = newDatabase();
  const traffic = observeTraffic();
  const sandbox = await start(database.url, { addHooks: traffic.addHooks, ...more });
  afterAll(async () => {
    // Every event is a response of this list.
    await client(sandbox).events.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
    // Checked after the database is dropped, so that a violation does not leave it behind.
    const violations = traffic.violations();
    await sandbox.stop();
    await database.drop();
    expect(violations).toEqual([]);
  });
  return { sandbox, stripe: client(sandbox), databaseUrl: database.url, traffic };
}

/** Starts a receiver that responds with the given statuses in order, then with 200. */
export async function startReceiver(statuses: number[] = []): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver();
  receiver.respondWith((response) => response.writeHead(statuses.shift() ?? 200).end());
  return receiver;
}
