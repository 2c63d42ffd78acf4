import type pg from 'pg';
import { isRetryable } from './errors.ts';
import type { Lease } from './leases.ts';
import type { SecretBox } from './secret-box.ts';
import { inPlainTransaction, plainSql } from './sql-connection.ts';
import {
  type AttemptOutcome,
  type EndpointKey,
  recordAttempts,
  recordFailing,
  recordRecovery,
} from './webhook-attempts.ts';
import {
  claimEndpointQueues,
  type EndpointQueueFilter,
  type EndpointQueuePosition,
  type EndpointQueueRelease,
  readDueDeliveries,
  releaseEndpointQueues,
} from './webhook-endpoint-queues.ts';
import { fanOutEvents } from './webhook-fan-out.ts';

/** The queue as the workers see it. Each call is one statement or one transaction, without Prisma. */
export type WebhookQueue = ReturnType<typeof openWebhookQueue>;

/** Times a call is made at most, when PostgreSQL asks for another try. */
const MAX_TRIES = 4;

export function openWebhookQueue(
  pool: pg.Pool,
  box: SecretBox,
  translated: <T>(work: () => Promise<T>) => Promise<T>,
) {
  const db = plainSql(pool);
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    translated(async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await work();
        } catch (error) {
          if (!isRetryable(error) || tries === MAX_TRIES) throw error;
        }
      }
    });
  return {
    fanOut: (limit: number) => run(() => inPlainTransaction(pool, (tx) => fanOutEvents(tx, limit))),
    claimEndpointQueues: (lease: Lease, which: EndpointQueueFilter) =>
      run(() => claimEndpointQueues(db, box, lease, which)),
    readDueDeliveries: (positions: readonly EndpointQueuePosition[], perQueue: number) =>
      run(() => readDueDeliveries(db, positions, perQueue)),
    recordAttempts: (outcomes: readonly AttemptOutcome[]) =>
      run(() => recordAttempts(db, outcomes)),
    releaseEndpointQueues: (releases: readonly EndpointQueueRelease[]) =>
      run(() => releaseEndpointQueues(db, releases)),
    recordRecovery: (endpoints: readonly EndpointKey[]) => run(() => recordRecovery(db, endpoints)),
    recordFailing: (endpoints: readonly EndpointKey[]) => run(() => recordFailing(db, endpoints)),
  };
}
