import { getRetryDelaySeconds } from '@parley/domain';
import type { SendResult } from './exchange.ts';

/** What an attempt means for its delivery. */
export interface AttemptClassification {
  /** waiting: it is tried again. failed: it is given up. */
  readonly status: 'waiting' | 'succeeded' | 'failed';
  /** Seconds until the next attempt; 0 where there is none. */
  readonly retryInSeconds: number;
  /** The endpoint said that it is gone for good. */
  readonly gone: boolean;
}

const GONE = 410;

/**
 * Only 2xx is success: a redirect is not followed, and is none.
 * @param attemptsMade in this run of the schedule, with this one
 * @param random from 0 to 1
 */
export function classifyAttempt(
  result: SendResult,
  attemptsMade: number,
  random: number,
): AttemptClassification {
  const status = result.kind === 'response' ? result.status : null;
  if (status !== null && status >= 200 && status <= 299) {
    return { status: 'succeeded', retryInSeconds: 0, gone: false };
  }
  const asked = result.kind === 'response' ? result.retryAfterSeconds : null;
  const retryInSeconds = getRetryDelaySeconds(attemptsMade, random, asked);
  return {
    status: retryInSeconds === null ? 'failed' : 'waiting',
    retryInSeconds: retryInSeconds ?? 0,
    gone: status === GONE,
  };
}
