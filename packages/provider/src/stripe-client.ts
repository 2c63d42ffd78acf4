import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';
import type { ProviderAccount } from './port.ts';
import type { RequestPace } from './request-pace.ts';
import { toStorableJson } from './storable-json.ts';
import { isKeyInUse } from './stripe-errors.ts';

/** How often the client repeats a request that got no response, under the same idempotency key. */
const REPEATS = 2;
/** How long a call without a budget waits for its idempotency key, in milliseconds. */
const MAX_KEY_WAIT_MS = 10_000;
/** Milliseconds between two calls under a key in use. */
const KEY_PAUSE_MS = 500;

/**
 * The version of the API that the adapter speaks. The type refuses any other than the package's own,
 * so that an upgrade of the package is a reviewed change of this line.
 */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/** A call of the adapter, with all its requests. */
interface Call {
  /** When it must be finished, by performance.now(). */
  readonly deadline: number;
  /** Whether its next request has its turn already. */
  hasTurn: boolean;
}

const currentCall = new AsyncLocalStorage<Call>();

/**
 * The official client with the account's host.
 * @param tryMs the timeout of one request, in milliseconds
 */
export function stripeClient(account: ProviderAccount, tryMs: number, pace: RequestPace): Stripe {
  const url = new URL(account.apiUrl);
  return new Stripe(account.secretKey, {
    protocol: url.protocol === 'http:' ? 'http' : 'https',
    host: url.hostname,
    ...(url.port ? { port: url.port } : {}),
    apiVersion: API_VERSION,
    timeout: tryMs,
    maxNetworkRetries: REPEATS,
    telemetry: false,
    httpClient: withStorableBodies(inTurn(pace, Stripe.createNodeHttpClient())),
  });
}

/** Sends each request in its turn, and limits it to the time that the current call has left. */
function inTurn(pace: RequestPace, client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(host, port, path, method, headers, body, protocol, timeout) {
      const call = currentCall.getStore();
      if (call?.hasTurn) call.hasTurn = false;
      else await pace.turn();
      const left = timeLeft();
      if (left <= 0) throw outOfTime();
      const atMost = Math.ceil(Math.min(timeout, left));
      return client.makeRequest(host, port, path, method, headers, body, protocol, atMost);
    },
  };
}

/** Makes every response body storable. */
function withStorableBodies(client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const response = await client.makeRequest(...request);
      const readBody = response.toJSON.bind(response);
      response.toJSON = async () => toStorableJson(await readBody());
      return response;
    },
  };
}

/** Milliseconds that the current call has left; Infinity without a budget. */
function timeLeft(): number {
  return (currentCall.getStore()?.deadline ?? Number.POSITIVE_INFINITY) - performance.now();
}

/**
 * Limits the total time of a call that has the turn of its first request, including all its requests and their repeats.
 * @param ms Infinity for no limit
 * @throws StripeConnectionError when the time is over; requests in progress are abandoned
 */
export async function withinBudget<T>(ms: number, call: () => Promise<T>): Promise<T> {
  const work = currentCall.run({ deadline: performance.now() + ms, hasTurn: true }, call);
  if (ms === Number.POSITIVE_INFINITY) return work;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(outOfTime()), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    // An abandoned call may still fail later.
    work.catch(() => {});
  }
}

/**
 * Repeats a call while the provider processes another request under the same idempotency key: one of a
 * concurrent call, or one that this client gave up.
 */
export async function repeatWhileKeyInUse<T>(call: () => Promise<T>): Promise<T> {
  const until = performance.now() + Math.min(timeLeft(), MAX_KEY_WAIT_MS);
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isKeyInUse(error) || performance.now() >= until) throw error;
      await pause(KEY_PAUSE_MS);
    }
  }
}

function outOfTime(): Error {
  return new Stripe.errors.StripeConnectionError({
    message: 'The call exceeded its time budget.',
    type: 'api_error',
  });
}
