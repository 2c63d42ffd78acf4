import type pg from 'pg';
import type { Lease } from './leases.ts';
import { retryConflicts } from './retry-conflicts.ts';
import type { SecretBox } from './secret-box.ts';
import { openSqlConnection, runSqlTransaction } from './sql-connection.ts';
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

/** The webhook queue as workers use it. Each call is one statement or one transaction, without Prisma. */
export type WebhookQueue = ReturnType<typeof openWebhookQueue>;

export function openWebhookQueue(pool: pg.Pool, box: SecretBox) {
  const db = openSqlConnection(pool);
  return {
    fanOut: (limit: number) =>
      retryConflicts(() => runSqlTransaction(pool, (tx) => fanOutEvents(tx, limit))),
    claimEndpointQueues: (lease: Lease, filter: EndpointQueueFilter) =>
      retryConflicts(() => claimEndpointQueues(db, box, lease, filter)),
    readDueDeliveries: (positions: readonly EndpointQueuePosition[], perQueue: number) =>
      retryConflicts(() => readDueDeliveries(db, positions, perQueue)),
    recordAttempts: (outcomes: readonly AttemptOutcome[]) =>
      retryConflicts(() => recordAttempts(db, outcomes)),
    releaseEndpointQueues: (releases: readonly EndpointQueueRelease[]) =>
      retryConflicts(() => releaseEndpointQueues(db, releases)),
    recordRecovery: (endpoints: readonly EndpointKey[]) =>
      retryConflicts(() => recordRecovery(db, endpoints)),
    recordFailing: (endpoints: readonly EndpointKey[]) =>
      retryConflicts(() => recordFailing(db, endpoints)),
  };
}
