import type { DeclineReport } from '../decline-report.ts';
import type { DueWork } from '../due-merchants.ts';
import { runLoop } from '../loop.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { DeliveryContext } from './process-endpoint-queue.ts';

/** Milliseconds to wait after the first failed fan-out; doubled after each. */
const RETRY_MS = 50;
/** Events per fan-out. */
const FAN_OUT_BATCH = 500;

/** Fans new events out to deliveries and delivers them until the signal aborts. Any number may run. */
export async function runWebhooks({
  due,
  declineReport,
  ...options
}: Pick<DeliveryContext, 'deps' | 'sender' | 'logger' | 'signal'> & {
  /** The merchants with due work that the worker has found. */
  readonly due: DueWork;
  readonly declineReport: DeclineReport;
}): Promise<void> {
  const { deps, logger, signal } = options;
  const { webhookQueue } = deps.database;
  const log = new DeliveryLog(webhookQueue, logger);
  await Promise.all([
    deliverWebhooks(due, { ...options, log }),
    runLoop({
      name: 'waiting_events',
      idleMs: RETRY_MS,
      ready: () => due.waiting_events.wait(signal),
      work: async () => {
        const merchants = due.waiting_events.take();
        const fannedOut = await webhookQueue.fanOut(FAN_OUT_BATCH, merchants);
        const { deliveries, unfinished } = fannedOut;
        declineReport.record(fannedOut);
        if (deliveries > 0) due.endpoint_queues.add(merchants);
        due.waiting_events.add(unfinished);
        return true;
      },
      logger,
      signal,
    }),
  ]);
}
