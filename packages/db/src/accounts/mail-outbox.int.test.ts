import { afterAll, expect, it } from 'vitest';
import { addMerchant, openTestDatabase } from '../../test/rows.ts';
import { mailQueue } from './mail-outbox.ts';

const { database, close } = await openTestDatabase();
afterAll(() => close());

it('an email for a time is replaced until it is being sent, and then followed by another one', async () => {
  const scope = await addMerchant(database);
  const due = new Date('2026-11-20T09:00:00.000Z');
  const count = (subject: string) => {
    const mail = { recipient: 'ada@nord.example', subject, text: 'T', html: '<p>H</p>' };
    return database.transaction(scope, async (tx) => {
      await tx.mailOutbox.lockTopic('keys');
      await tx.mailOutbox.replaceAt('keys', due, [mail]);
    });
  };
  const claim = async () =>
    (await mailQueue(database).claim(10, 3_600)).map(({ subject }) => subject);
  await count('1 more');
  await count('2 more');
  expect(await claim()).toEqual(['2 more']);
  await count('3 more');
  await count('4 more');
  expect(await claim()).toEqual(['4 more']);
});
