import type { QueueDepths } from '@parley/db';

/** The queues of all merchants as commands show them. */
export const queueViews = (depths: QueueDepths) => [
  queueView('events without deliveries', depths.outboxWaiting, depths.outboxLagSeconds),
  queueView('webhook deliveries', depths.deliveriesWaiting, depths.webhookLagSeconds),
  queueView('provider events', depths.providerEventsWaiting, depths.providerEventLagSeconds),
  queueView('emails', depths.mailsWaiting, depths.mailLagSeconds),
  queueView('receipts', depths.receiptsWaiting, depths.receiptLagSeconds),
  queueView('failed provider events', depths.providerEventsFailed),
  queueView('parked provider events', depths.providerEventsParked),
];

const queueView = (name: string, waiting: number, lagSeconds: number | null = null) => ({
  name,
  waiting,
  /** Age of the oldest row. */
  lag_seconds: lagSeconds,
});
