import { runLoop } from '../loop.ts';
import { createWebhookDelivery } from './deliver-webhooks.ts';
import { DeliveryLog } from './delivery-log.ts';
import type { DeliveryContext } from './process-endpoint-queue.ts';

const FAN_OUT_IDLE_MS = 100;
/** Events per fan-out. */
const FAN_OUT_BATCH = 500;

/** Fans new events out to deliveries and delivers them until the signal aborts. Any number may run. */
export async function runWebhooks(
  options: Pick<DeliveryContext, 'deps' | 'sender' | 'logger' | 'signal'>,
): Promise<void> {
  const { deps, logger, signal } = options;
  const { webhookQueue } = deps.database;
  const log = new DeliveryLog(webhookQueue, logger);
  const delivery = createWebhookDelivery({ ...options, log });
  const fanOut = async () => {
    const { events, deliveries } = await webhookQueue.fanOut(FAN_OUT_BATCH);
    if (deliveries > 0) delivery.notify();
    return events === FAN_OUT_BATCH;
  };
  await Promise.all([
    delivery.run(),
    runLoop({
      name: 'webhook_fan_out',
      idleMs: FAN_OUT_IDLE_MS,
      work: fanOut,
      logger,
      signal,
    }),
  ]);
}
