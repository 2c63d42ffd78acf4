import { DueMerchants, type DueWork } from '../due-merchants.ts';
import { runLoop } from '../loop.ts';
import type { WorkerReport } from '../worker-report.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { DeliveryContext } from './process-endpoint-queue.ts';

/** Milliseconds to wait after the first failed fan-out; doubled after each. */
const RETRY_MS = 50;
/** Events per fan-out. */
const FAN_OUT_BATCH = 500;
/** Maximum ratio of the time in which merchants are fanned out on their own to all time. */
const MAX_APART_RATIO = 0.5;

/** Fans new events out to deliveries and delivers them until the signal aborts. Any number may run. */
export async function runWebhooks({
  due,
  report,
  ...options
}: Pick<DeliveryContext, 'deps' | 'sender' | 'logger' | 'signal'> & {
  /** The merchants with due work that the worker has found. */
  readonly due: DueWork;
  readonly report: Pick<WorkerReport, 'recordDeclines' | 'recordAttempt'>;
}): Promise<void> {
  const { deps, logger, signal } = options;
  const { webhookQueue } = deps.database;
  const log = new DeliveryLog(webhookQueue, logger, report);
  /** Merchants whose fan-out could delay others: they take turns, in another loop. */
  const apart = new DueMerchants();

  async function fanOutTogether(): Promise<void> {
    const merchants = due.waiting_events.take().filter((merchant) => !apart.has(merchant));
    if (merchants.length === 0) return;
    const fannedOut = await webhookQueue.fanOut(FAN_OUT_BATCH, merchants).catch((error) => {
      // One of them may be the reason, and must not stop the others again.
      apart.add(merchants);
      throw error;
    });
    report.recordDeclines(fannedOut);
    if (fannedOut.deliveries > 0) due.endpoint_queues.add(merchants);
    due.waiting_events.add(fannedOut.unfinished);
    apart.add(fannedOut.apart);
  }

  async function fanOutNext(): Promise<void> {
    const [merchant] = apart.take(1);
    if (!merchant) return;
    const fannedOut = await webhookQueue.fanOutMerchant(FAN_OUT_BATCH, merchant);
    report.recordDeclines(fannedOut);
    if (fannedOut.deliveries > 0) due.endpoint_queues.add([merchant]);
    if (fannedOut.mayHaveMore) apart.add([merchant]);
    if (fannedOut.failure) {
      const { failures, error: err } = fannedOut.failure;
      logger.error({
        msg: 'events of a merchant set aside',
        merchant_id: merchant.id,
        failures,
        err,
      });
    }
  }

  await Promise.all([
    deliverWebhooks(due, { ...options, log }),
    runLoop({
      name: 'waiting_events',
      idleMs: RETRY_MS,
      ready: () => due.waiting_events.wait(signal),
      work: async () => {
        await fanOutTogether();
        return true;
      },
      logger,
      signal,
    }),
    runLoop({
      name: 'waiting_events_apart',
      idleMs: RETRY_MS,
      maxBusyRatio: MAX_APART_RATIO,
      ready: () => apart.wait(signal),
      work: async () => {
        await fanOutNext();
        return true;
      },
      logger,
      signal,
    }),
  ]);
}
