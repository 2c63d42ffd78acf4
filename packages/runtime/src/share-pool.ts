import type { PoolAdmission } from '@parley/db';
import { OverloadError } from './admission.ts';
import { createAdmissionQueue } from './admission-queue.ts';

/** Milliseconds that work may wait at least, as long as for a connection of the pool. */
const MIN_WAIT_MS = 3_000;

/**
 * Shares the connections of a pool among merchants, because the pool itself serves statements in the order of
 * arrival: one merchant's slow lists would occupy all of them. A merchant has at most a quarter of the connections
 * in each mode, and all merchants together have three quarters. The others remain for statements of the process, such
 * as health checks and rate limits.
 * @param connections the size of the pool
 * @param queueMs milliseconds that a request may wait to begin
 */
export function sharePool(connections: number, queueMs = 0): PoolAdmission {
  const queue = createAdmissionQueue({
    slots: Math.max(1, Math.floor(connections * 0.75)),
    maxPerFlow: Math.ceil(connections / 4),
    maxWaitMs: Math.max(MIN_WAIT_MS, queueMs),
  });
  return {
    async run({ merchantId, mode }, work) {
      const flow = `${merchantId} ${mode}`;
      if (!(await queue.acquire(flow))) throw new OverloadError();
      try {
        return await work();
      } finally {
        queue.release(flow);
      }
    },
    waiting: () => queue.usage().waiting,
  };
}
