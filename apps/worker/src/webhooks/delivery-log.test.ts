import {
  type AttemptOutcome,
  type Database,
  type LeasedEndpointQueue,
  PartialWrite,
} from '@parley/db';
import type { Logger } from 'pino';
import { expect, it } from 'vitest';
import { createWorkerReport } from '../worker-report.ts';
import { DeliveryLog } from './delivery-log.ts';

const createQueue = (merchantId: string) =>
  ({ merchantId, mode: 'test', failingSince: null }) as LeasedEndpointQueue;
const getAttempt = (queue: LeasedEndpointQueue) =>
  ({ queue, delivery: { attempts: 1 }, status: 'succeeded', failure: null }) as AttemptOutcome;

it('tries only the outcomes of a shard that fails again, and keeps their queues leased', async () => {
  const [stored, lost] = [createQueue('merch_1'), createQueue('merch_2')];
  const written: LeasedEndpointQueue[][] = [];
  const released: LeasedEndpointQueue[] = [];
  const database = {
    recordAttempts: async (outcomes: AttemptOutcome[]) => {
      written.push(outcomes.map(({ queue }) => queue));
      const unwritten = outcomes.filter(({ queue }) => queue === lost);
      if (unwritten.length === outcomes.length) throw new Error('node down');
      if (unwritten.length > 0) throw new PartialWrite(unwritten, new Error('node down'));
    },
    releaseEndpointQueues: async (releases: { queue: LeasedEndpointQueue }[]) => {
      released.push(...releases.map(({ queue }) => queue));
    },
  } as unknown as Database['webhookQueue'];
  const logged: object[] = [];
  const logger = { error: (entry: object) => logged.push(entry) } as unknown as Logger;
  const log = new DeliveryLog(database, logger, createWorkerReport(logger));
  for (const queue of [stored, lost]) log.addAttempt(getAttempt(queue));
  const release = (queue: LeasedEndpointQueue) =>
    log.release({ queue, next: 'next_due', failing: false, slowResponses: 0 });
  await Promise.all([stored, lost].map(release));
  expect(written).toEqual([[stored, lost], [lost], [lost], [lost], [lost]]);
  expect(released).toEqual([stored]);
  expect(logged).toMatchObject([{ what: 'attempts', count: 1 }]);
});
