import { getRetryDelaySeconds } from '@parley/domain';
import type { SendResult } from './exchange.ts';

/** The consequence of an attempt for its delivery. */
export interface AttemptClassification {
  /** waiting: another attempt follows. failed: no attempts are left. */
  readonly status: 'waiting' | 'succeeded' | 'failed';
  /** Seconds until the next attempt; 0 if there is none. */
  readonly retryInSeconds: number;
  /** The endpoint returned 410 Gone. */
  readonly gone: boolean;
}

const GONE = 410;

/**
 * Classifies the result of an attempt. Only 2xx is a success; redirects are not followed.
 * @param attemptsMade attempts in this run of the schedule, including this one
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
  const retryAfter = result.kind === 'response' ? result.retryAfterSeconds : null;
  const retryInSeconds = getRetryDelaySeconds(attemptsMade, random, retryAfter);
  return {
    status: retryInSeconds === null ? 'failed' : 'waiting',
    retryInSeconds: retryInSeconds ?? 0,
    gone: status === GONE,
  };
}
