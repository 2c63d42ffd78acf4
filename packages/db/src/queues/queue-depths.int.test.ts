import { afterAll, expect, it } from 'vitest';
import { addFullMerchant } from '../../test/full-merchant.ts';
import { openTestDatabase } from '../../test/rows.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

it('counts what waits in each queue, and how long the oldest event does', async () => {
  const empty = {
    outboxWaiting: 0,
    outboxLagSeconds: 0,
    merchantsSetAside: 0,
    providerEventsWaiting: 0,
    providerEventLagSeconds: 0,
    providerEventsParked: 0,
    providerEventsFailed: 0,
    merchantsWithFailedEvents: 0,
    deliveriesWaiting: 0,
    webhookLagSeconds: 0,
    receiptsWaiting: 0,
    receiptLagSeconds: 0,
    mailsWaiting: 0,
    mailLagSeconds: 0,
  };
  expect(await database.diagnostics.readQueueDepths()).toEqual(empty);
  await addFullMerchant(database, 'a0a0a0');
  const { client } = database;
  await client.providerEvent.updateMany({
    where: { eventId: 'evt_2' },
    data: { status: 'waiting', receivedAt: new Date(Date.now() - 3_600_000) },
  });
  await client.outboxWaiting.updateMany({ data: { createdAt: new Date(Date.now() - 7_200_000) } });
  await client.webhookEndpointQueue.updateMany({
    data: { dueAt: new Date(Date.now() - 5 * 3_600_000) },
  });
  await client.receiptMail.updateMany({
    where: { outcome: null },
    data: { createdAt: new Date(Date.now() - 4 * 3_600_000) },
  });
  for (const hours of [3, 1]) {
    await client.mailOutbox.create({
      data: {
        merchantId: 'merch_1',
        id: `mail_${hours}`,
        recipient: 'ada@nord.example',
        subject: 'A key was created',
        text: 'A key was created.',
        html: '<p>A key was created.</p>',
        createdAt: new Date(Date.now() - hours * 3_600_000),
      },
    });
  }
  const depths = await database.diagnostics.readQueueDepths();
  expect(depths).toMatchObject({
    outboxWaiting: 2,
    providerEventsWaiting: 1,
    providerEventsParked: 3,
    providerEventsFailed: 1,
    merchantsWithFailedEvents: 1,
    deliveriesWaiting: 4,
    mailsWaiting: 2,
  });
  expect(Math.round(depths.providerEventLagSeconds / 3600)).toBe(1);
  expect(Math.round(depths.outboxLagSeconds / 3600)).toBe(2);
  expect(Math.round(depths.receiptLagSeconds / 3600)).toBe(4);
  expect(Math.round(depths.webhookLagSeconds / 3600)).toBe(5);
  expect(Math.round(depths.mailLagSeconds / 3600)).toBe(3);
  // A merchant whose events are set aside has an alert of its own, and must not hide that others wait.
  const [{ merchantId = '' } = {}] = await client.outboxWaiting.findMany();
  const now = new Date();
  await client.fanOutFailure.create({
    data: { merchantId, failures: 1, failedAt: now, retryAt: now },
  });
  const { outboxLagSeconds, merchantsSetAside } = await database.diagnostics.readQueueDepths();
  expect([outboxLagSeconds, merchantsSetAside]).toEqual([0, 1]);
});
