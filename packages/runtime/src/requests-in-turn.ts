import type { ServerResponse } from 'node:http';
import { getNetwork } from '@parley/domain';
import { createAdmissionQueue } from './admission-queue.ts';
import { createTokenBuckets, type TokenBucketOptions } from './token-buckets.ts';

/** A client that reads its response slowly, or work that waits, occupies no slot for longer. */
const MAX_SERVING_MS = 1_000;

export interface ConcurrencyLimits {
  /** Requests that are served at once, half of them of one sender. */
  readonly maxConcurrent: number;
}

export interface AnonymousRequestLimits extends ConcurrencyLimits {
  /** Of the requests of one client network. */
  readonly perNetwork: TokenBucketOptions;
}

export interface WaitingRequest {
  readonly response: ServerResponse;
  /** Sends the response to a request that is not served. */
  readonly refuse: (status: 429 | 503, retryAfterSeconds: number) => void;
  readonly serve: () => void;
}

interface Waits {
  /** How long a request waits for others, in milliseconds. */
  readonly maxWaitMs: number;
  /** Bounds memory: a request that waits holds its body. */
  readonly maxWaiting: number;
}

/**
 * Limits requests whose sender is not known: the rate of a network, and how many are served at once, in an order that
 * is fair to all networks. So they leave processor time to the others.
 * @returns a function that serves a request from a client address when it is its turn
 */
export function limitAnonymousRequests({
  perNetwork,
  ...limits
}: AnonymousRequestLimits): (address: string, request: WaitingRequest) => Promise<void> {
  const buckets = createTokenBuckets(perNetwork);
  const serveInTurn = createTurns(limits, { maxWaitMs: 2_000, maxWaiting: 200 });
  return async (address, request) => {
    const network = getNetwork(address);
    const waitSeconds = buckets.take(network);
    if (waitSeconds > 0) return request.refuse(429, waitSeconds);
    return serveInTurn(network, request);
  };
}

/**
 * Limits how many requests of known senders are served at once, in an order that is fair to all senders. Their pages
 * may wait longer than those of unknown senders, because a browser requests many at once.
 * @returns a function that serves a request of a sender when it is its turn
 */
export const limitKnownRequests = (
  limits: ConcurrencyLimits,
): ((sender: string, request: WaitingRequest) => Promise<void>) =>
  createTurns(limits, { maxWaitMs: 10_000, maxWaiting: 500 });

function createTurns({ maxConcurrent }: ConcurrencyLimits, waits: Waits) {
  const queue = createAdmissionQueue({
    slots: maxConcurrent,
    maxPerFlow: Math.ceil(maxConcurrent / 2),
    ...waits,
  });

  return async (sender: string, { response, refuse, serve }: WaitingRequest): Promise<void> => {
    if (!(await queue.acquire(sender))) return refuse(503, 1);
    let isServing = true;
    const release = () => {
      if (isServing) queue.release(sender);
      isServing = false;
    };
    // The client has left while its request waited.
    if (response.closed) return release();
    setTimeout(release, MAX_SERVING_MS).unref();
    response.once('prefinish', release).once('close', release);
    serve();
  };
}
