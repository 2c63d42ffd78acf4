import type pg from 'pg';
import { isRetryable } from './errors.ts';
import type { Lease } from './leases.ts';
import { inPlainTransaction, plainSql } from './plain-sql.ts';
import type { SecretBox } from './sealed.ts';
import {
  type AttemptOutcome,
  type EndpointName,
  recordAttempts,
  recordFailing,
  recordRecovery,
} from './webhook-attempts.ts';
import { fanOutEvents } from './webhook-fan-out.ts';
import {
  claimLanes,
  type LaneChoice,
  type LaneEnd,
  type LanePosition,
  readDue,
  releaseLanes,
} from './webhook-lanes.ts';

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
    claimLanes: (lease: Lease, which: LaneChoice) => run(() => claimLanes(db, box, lease, which)),
    readDue: (positions: readonly LanePosition[], perLane: number) =>
      run(() => readDue(db, positions, perLane)),
    recordAttempts: (outcomes: readonly AttemptOutcome[]) =>
      run(() => recordAttempts(db, outcomes)),
    releaseLanes: (ends: readonly LaneEnd[]) => run(() => releaseLanes(db, ends)),
    recordRecovery: (endpoints: readonly EndpointName[]) =>
      run(() => recordRecovery(db, endpoints)),
    recordFailing: (endpoints: readonly EndpointName[]) => run(() => recordFailing(db, endpoints)),
  };
}
