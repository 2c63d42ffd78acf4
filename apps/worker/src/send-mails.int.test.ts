import { randomUUID } from 'node:crypto';
import { openTestDatabase } from '@parley/db/testing';
import { newId } from '@parley/operations';
import pino from 'pino';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { removeOldMails, sendMails } from './send-mails.ts';

const { database, close } = await openTestDatabase();
const { client } = database;
afterAll(close);
const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const deliver = vi.fn<(to: string) => Promise<void>>();
const logged: string[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(line) });
const round = () => sendMails(database, { deliver }, logger);

beforeEach(async () => {
  await client.mailOutbox.deleteMany();
  deliver.mockReset();
  logged.length = 0;
});

const mailTo = (recipient: string) => ({ recipient, subject: 'S', text: 'T', html: '<p>H</p>' });
const addMail = (recipient: string) =>
  database.transaction(scope, (tx) => tx.mailOutbox.add([mailTo(recipient)]));
const setTimes = (data: { dueAt?: Date; createdAt?: Date }) =>
  client.mailOutbox.updateMany({ data });
const isDue = () => setTimes({ dueAt: new Date(0) });

it('sends each email once, although several workers look for it', async () => {
  const recipients = Array.from({ length: 30 }, (_, index) => `a${index}@nord.example`);
  for (const recipient of recipients) await addMail(recipient);
  await isDue();
  for (let rounds = 0; rounds < 3; rounds++) await Promise.all([round(), round()]);
  expect(deliver.mock.calls.map(([to]) => to).toSorted()).toEqual(recipients.toSorted());
  expect(deliver).toHaveBeenCalledWith('a1@nord.example', {
    subject: 'S',
    text: 'T',
    html: '<p>H</p>',
  });
  expect(await client.mailOutbox.count()).toBe(0);
  expect(await round()).toBe(false);
});

it('sends the email of a merchant at once, although another one has a backlog', async () => {
  const mails = Array.from({ length: 30 }, (_, index) => mailTo(`a${index}@nord.example`));
  await database.transaction(scope, (tx) => tx.mailOutbox.add(mails));
  await isDue();
  await database.transaction({ ...scope, merchantId: newId('merch') }, (tx) =>
    tx.mailOutbox.add([mailTo('bob@other.example')]),
  );
  await round();
  expect(deliver).toHaveBeenCalledTimes(10);
  expect(deliver).toHaveBeenCalledWith('bob@other.example', expect.anything());
});

it('keeps an email that fails, logs it, and sends it again later', async () => {
  await addMail('ada@nord.example');
  await isDue();
  deliver.mockRejectedValueOnce(new Error('connection refused'));
  await round();
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 50,
    msg: 'an email could not be sent; it will be sent again',
    merchant_id: scope.merchantId,
    attempt: 1,
  });
  expect(await round()).toBe(false);
  const [waiting] = await client.mailOutbox.findMany();
  const seconds = ((waiting?.dueAt.getTime() ?? 0) - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThan(20);
  await isDue();
  await round();
  expect(deliver).toHaveBeenCalledTimes(2);
  expect(await client.mailOutbox.count()).toBe(0);
});

it('gives an email up after three days, and logs it', async () => {
  await addMail('ada@nord.example');
  await setTimes({ dueAt: new Date(0), createdAt: new Date(Date.now() - 3 * 86_400_000 - 60_000) });
  deliver.mockRejectedValueOnce(new Error('connection refused'));
  await round();
  expect(logged.join('')).toContain('it is given up');
  expect(await client.mailOutbox.count()).toBe(0);
});

it.each([
  ['EENVELOPE', 550, 40, 0],
  ['EENVELOPE', 450, 50, 1],
  ['EAUTH', 535, 50, 1],
])(
  'after %s with %i, logs at level %i and keeps %i emails',
  async (code, responseCode, level, kept) => {
    await addMail('ada@nord.example');
    await isDue();
    deliver.mockRejectedValueOnce(Object.assign(new Error('refused'), { code, responseCode }));
    await round();
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level });
    expect(await client.mailOutbox.count()).toBe(kept);
  },
);

it('removes emails older than three days where nothing sends them', async () => {
  await addMail('ada@nord.example');
  await setTimes({ createdAt: new Date(Date.now() - 3 * 86_400_000 - 60_000) });
  await addMail('bob@nord.example');
  await removeOldMails(database, logger);
  expect(await client.mailOutbox.findMany()).toMatchObject([{ recipient: 'bob@nord.example' }]);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ level: 40, removed: 1 });
});

it('leaves an email to the worker that claimed it last', async () => {
  await addMail('ada@nord.example');
  await isDue();
  // While this worker sends it, its claim ends and another worker claims it.
  deliver.mockImplementationOnce(async () => {
    await client.mailOutbox.updateMany({ data: { attempts: 2 } });
  });
  await round();
  expect(await client.mailOutbox.findMany()).toMatchObject([{ attempts: 2 }]);
});

it('sends no email of a change that is rolled back', async () => {
  const changed = database.transaction(scope, async (tx) => {
    await tx.mailOutbox.add([mailTo('ada@nord.example')]);
    throw new Error(randomUUID());
  });
  await expect(changed).rejects.toThrow();
  await isDue();
  expect(await round()).toBe(false);
});
