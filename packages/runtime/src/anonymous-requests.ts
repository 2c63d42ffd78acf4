import type { ServerResponse } from 'node:http';
import { networkOf } from '@parley/domain';
import { createAdmissionQueue } from './admission-queue.ts';
import { createTokenBuckets, type TokenBucketOptions } from './token-buckets.ts';

export interface AnonymousRequestLimits {
  /** Of the requests of one client network. */
  readonly perNetwork: TokenBucketOptions;
  /** Requests that are served at once. */
  readonly maxConcurrent: number;
}

/** How long a request waits for others. */
const MAX_WAIT_MS = 2_000;
/** Bounds memory: a request that waits holds its body. */
const MAX_WAITING = 200;
/** A client that reads its response slowly, or work that waits, occupies no place for longer. */
const MAX_SERVING_MS = 1_000;

interface AnonymousRequest {
  readonly response: ServerResponse;
  /** Of the client. */
  readonly address: string;
  /** Sends the response to a request that is not served. */
  readonly refuse: (status: 429 | 503, retryAfterSeconds: number) => void;
  readonly serve: () => void;
}

/**
 * Limits requests whose sender is not known: the rate of a network, and how many are served at once, in an order that
 * is fair to all networks. So they leave processor time to the others.
 * @returns a function that serves a request when it is its turn
 */
export function limitAnonymousRequests({
  perNetwork,
  maxConcurrent,
}: AnonymousRequestLimits): (request: AnonymousRequest) => Promise<void> {
  const buckets = createTokenBuckets(perNetwork);
  const queue = createAdmissionQueue({
    slots: maxConcurrent,
    maxPerFlow: Math.ceil(maxConcurrent / 2),
    maxWaitMs: MAX_WAIT_MS,
    maxWaiting: MAX_WAITING,
  });

  return async ({ response, address, refuse, serve }) => {
    const network = networkOf(address);
    const waitSeconds = buckets.take(network);
    if (waitSeconds > 0) return refuse(429, waitSeconds);
    if (!(await queue.acquire(network))) return refuse(503, 1);
    let isServing = true;
    const release = () => {
      if (isServing) queue.release(network);
      isServing = false;
    };
    // The client has left while its request waited.
    if (response.closed) return release();
    setTimeout(release, MAX_SERVING_MS).unref();
    response.once('prefinish', release).once('close', release);
    serve();
  };
}
