import { randomBytes } from 'node:crypto';
import { readEnvironment } from '@parley/environment';
import { newId } from '@parley/operations';
import { openRuntime } from '@parley/runtime';
import {
  createEmptyDatabase,
  reservePort,
  type ServerProcess,
  spawnApp,
  waitFor,
} from '@parley/testing';
import pino from 'pino';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { startSandbox } from '../../sandbox/src/server.ts';
import { environment } from '../../worker/src/env.ts';
import { runWorker } from '../../worker/src/worker.ts';
import { createWorkerReport } from '../../worker/src/worker-report.ts';
import {
  type ApiOptions,
  attemptOptions,
  confirmation,
  order,
  startApi,
  type TestApi,
} from './api.ts';
import { providerViolations } from './provider-violations.ts';

export interface PaymentsOptions {
  readonly api?: Omit<ApiOptions, 'account'>;
  /**
   * Where the worker runs: 'here', in the process of the test, by default, because that takes less
   * processor time. Only a separate process can be killed.
   */
  readonly worker?: 'here' | 'process' | 'none';
  /** Environment variables of the worker. */
  readonly workerEnv?: Readonly<Record<string, string>>;
  /** Origin that the provider posts its events to; the API of this process by default. */
  readonly eventsOrigin?: string;
}

/** Runs a worker in this process, composed as in a process of its own. Returns what stops it. */
function runWorkerHere(env: Readonly<Record<string, string>>): Pick<ServerProcess, 'stop'> {
  const read = readEnvironment(environment, {
    NODE_ENV: 'test',
    // The simulator has no limit.
    PROVIDER_REQUESTS_PER_SECOND: '1000',
    ...env,
  });
  const { database, connectProvider } = openRuntime({ name: 'worker', env: read });
  const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const stopping = new AbortController();
  const done = runWorker(
    {
      database,
      connectProvider,
      newId,
      checkoutUrl: read.CHECKOUT_URL,
      allowLoopbackWebhooks: read.WEBHOOK_ALLOW_LOOPBACK_HTTP,
    },
    createWorkerReport(logger),
    stopping.signal,
    {
      missedEvents: {
        everySeconds: read.PROVIDER_POLL_SECONDS,
        settleSeconds: read.PROVIDER_SETTLE_SECONDS,
      },
      subscriptionUnreadSeconds: read.SUBSCRIPTION_SYNC_SECONDS,
      subscriptionSweepSeconds: read.SUBSCRIPTION_SWEEP_SECONDS,
    },
  );
  return {
    stop: async () => {
      stopping.abort();
      await done;
      await database.close();
      return 0;
    },
  };
}

/** An account with random keys at a simulator on this port. */
export function simulatorAccount(port: number) {
  const random = randomBytes(12).toString('hex');
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    secretKey: `sk_test_${random}`,
    publishableKey: `pk_test_${random}`,
    webhookSecret: `whsec_${random}`,
  };
}

/**
 * The API, the simulated provider and a worker: everything a payment passes through. They call each
 * other over HTTP only.
 */
export async function startPayments({
  api: apiOptions = {},
  worker: place = 'here',
  workerEnv = {},
  eventsOrigin,
}: PaymentsOptions = {}) {
  const port = await reservePort();
  const account = simulatorAccount(port);
  const api = await startApi({ ...apiOptions, account });
  const ledger = await createEmptyDatabase();
  const sandbox = await startSandbox({
    databaseUrl: ledger.url,
    port,
    publicUrl: account.apiUrl,
    secretKey: account.secretKey,
    publishableKey: account.publishableKey,
    webhookUrl: `${eventsOrigin ?? api.url}/provider_events/${api.merchant.providerConfigId}`,
    webhookSecret: account.webhookSecret,
    // A payment that settles later settles only when its test ends the processing.
    settleDelayMs: 3_600_000,
  });
  const env = { ...api.env, ...workerEnv };
  const spawnWorker = () => spawnApp({ app: 'worker', env });
  let spawned = place === 'process' ? await spawnWorker() : undefined;
  const worker = place === 'here' ? runWorkerHere(env) : undefined;
  const stripe = new Stripe(account.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
  });
  return {
    api,
    sandbox,
    stripe,
    account,
    /** Ends the worker's process as a crash would. */
    crashWorker: () => spawned?.kill(),
    /** Starts another process of the worker. */
    startWorker: async () => {
      spawned = await spawnWorker();
    },
    stop: async () => {
      await worker?.stop();
      await spawned?.stop();
      await sandbox.stop();
      await api.stop();
      const violations = await providerViolations(ledger.url);
      await ledger.drop();
      // Every object and event of the simulator must match the provider's types.
      expect(violations).toEqual([]);
    },
  };
}

export type Payments = Awaited<ReturnType<typeof startPayments>>;

/** A session whose payment intent exists, is attached and confirmed, by the merchant's own server. */
export async function payableSession(
  { api, stripe }: Pick<Payments, 'stripe'> & { readonly api: Pick<TestApi, 'post'> },
  change: object = {},
) {
  const { id } = (await api.post('/proxy_sessions', { ...order, ...change })).body;
  await api.post(`/proxy_sessions/${id}/payer_handoff`);
  await api.post(`/proxy_sessions/${id}/payer_opened`);
  const attemptsPath = `/proxy_sessions/${id}/acquisition_attempts`;
  const reserved = (await api.post(attemptsPath, attemptOptions)).body;
  return { id, attemptsPath, ...(await attachIntent(api, stripe, reserved)) };
}

/** Creates the payment intent of a reserved attempt as a merchant would, attaches and confirms it. */
export async function attachIntent(
  api: Pick<TestApi, 'post'>,
  stripe: Stripe,
  // biome-ignore lint/suspicious/noExplicitAny: a response of the API
  { acquisition_attempt: attempt, provider }: any,
) {
  const intent = await stripe.paymentIntents.create(
    { amount: 4200, currency: 'eur', metadata: provider.metadata },
    { idempotencyKey: provider.idempotency_keys.root },
  );
  const path = `/proxy_sessions/${attempt.proxy_session_id}/acquisition_attempts/${attempt.id}`;
  const attached = await api.post(`${path}/provider_objects`, {
    role: 'root',
    object_type: 'payment_intent',
    object_id: intent.id,
    expected_version: attempt.version,
    provider_confirmation: confirmation,
  });
  expect(attached.body).toMatchObject({ status: 'confirmed' });
  return { intent, attemptId: attempt.id as string };
}

/** Calls the sandbox's control API, which performs at once what happens later at the real provider. */
export async function control(
  { account }: Payments,
  path: string,
  input: Record<string, string> = {},
): Promise<void> {
  const response = await fetch(`${account.apiUrl}/_sandbox/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.secretKey}` },
    body: new URLSearchParams(input),
  });
  expect(response.status, await response.text()).toBe(200);
}

/**
 * The id of the payment intent behind a payment intent, checkout session or subscription.
 * @param clientSecret required for a checkout session that is embedded or custom
 */
export async function readIntentId(
  { stripe, account }: Payments,
  rootId: string,
  clientSecret: string | null = null,
): Promise<string> {
  if (rootId.startsWith('pi_')) return rootId;
  if (rootId.startsWith('cs_')) {
    const query = new URLSearchParams({
      key: account.publishableKey,
      ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    });
    const page = await fetch(`${account.apiUrl}/v1/payment_pages/${rootId}?${query}`);
    const { payment_intent } = (await page.json()) as { payment_intent: { id: string } };
    return payment_intent.id;
  }
  const subscription = await stripe.subscriptions.retrieve(rootId);
  const { data } = await stripe.invoicePayments.list({
    invoice: subscription.latest_invoice as string,
  });
  return data[0]?.payment.payment_intent as string;
}

/** Completes the bank's challenge of a payment. */
export async function answerChallenge(
  payments: Payments,
  rootId: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const intent = await payments.stripe.paymentIntents.retrieve(
    await readIntentId(payments, rootId),
  );
  const sdk = intent.next_action?.use_stripe_sdk as { source: string } | undefined;
  await control(payments, `challenges/${sdk?.source}`, { outcome });
}

/** Ends the processing of a payment. The outcome defaults to that of the card. */
export async function settlePayment(
  payments: Payments,
  rootId: string,
  {
    outcome,
    clientSecret,
  }: { outcome?: 'succeeded' | 'failed'; clientSecret?: string | null } = {},
): Promise<void> {
  const intentId = await readIntentId(payments, rootId, clientSecret);
  await control(payments, `payment_intents/${intentId}/settle`, outcome ? { outcome } : {});
}

/** Waits until the merchant view of a session matches, and returns it. */
export async function sessionReaches(api: Pick<TestApi, 'get'>, id: string, wanted: object) {
  let last: unknown;
  return waitFor(
    async () => {
      const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
      last = body;
      try {
        expect(body).toMatchObject(wanted);
        return body;
      } catch {
        return false;
      }
    },
    { what: `session ${id} to reach ${JSON.stringify(wanted)}` },
  ).catch((error: unknown) => {
    expect(last, String(error)).toMatchObject(wanted);
    throw error;
  });
}

/** The event types of a session in order. Fails if their sequence has a gap. */
export async function readEvents(api: TestApi, id: string): Promise<string[]> {
  const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
  const events = await api.database.forScope(scope).outbox.listBySession(id);
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
  return events.map((event) => event.type);
}
