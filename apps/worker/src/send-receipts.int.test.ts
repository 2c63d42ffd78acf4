import { claimsOfAll } from '@parley/db/testing';
import type { MailContent } from '@parley/mail';
import { eraseBuyer, openPayerPage, reportProvisioned, resolveConflict } from '@parley/operations';
import { startOperations, succeededWith } from '@parley/operations/testing';
import pino from 'pino';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { FairSlots } from './fair-slots.ts';
import { createLease } from './leases.ts';
import { MAX_RECEIPTS, sendReceipts } from './send-receipts.ts';

const ops = await startOperations();
const { client } = ops.database;
afterAll(() => ops.close());

const deliver =
  vi.fn<(to: string, content: MailContent, headers?: { messageId: string }) => Promise<void>>();
const logged: string[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(line) });
/** Slots in which a round ends with its work. */
const wholeRounds = () => new FairSlots(MAX_RECEIPTS, 60_000);
const round = (sendsTestMode = true, slots = wholeRounds()) =>
  runRound(ops.database, 'receipt_mails', (merchants) =>
    sendReceipts(ops.deps, { mailer: { deliver }, sendsTestMode }, logger, slots, merchants),
  );

beforeEach(async () => {
  await client.receiptMail.deleteMany();
  await setSetting(true);
  deliver.mockReset();
  logged.length = 0;
});

const payer_contact = { email: 'ada@nord.example' };
const setSetting = (emailReceipts: boolean) =>
  client.merchant.updateMany({ data: { emailReceipts } });

async function payable(change: object = {}) {
  const { id } = await ops.session({ payer_contact, ...change });
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  return ops.attach({ id, attemptId: attempt.id, version: attempt.version });
}

async function paid(change: object = {}): Promise<string> {
  const session = await payable(change);
  await ops.deliverProviderEvent(session, succeededWith(4200));
  return session.id;
}

const outcomes = async () =>
  (await client.receiptMail.findMany()).map(({ proxySessionId, outcome }) => [
    proxySessionId,
    outcome,
  ]);

it('emails the receipt of a paid session once, although its payment is reported twice', async () => {
  const session = await payable();
  const openLink = { id: session.id, pk: 'pk_test_1', locale: 'de-CH-u-ca-gregory-nu-latn' };
  await openPayerPage(ops.deps, { ...ops.caller, actor: { kind: 'payer', id: null } }, openLink);
  await ops.deliverProviderEvent(session, succeededWith(4200));
  await ops.deliverProviderEvent(session, succeededWith(4200));
  await Promise.all([round(), round()]);
  await round();
  expect(deliver).toHaveBeenCalledTimes(1);
  const [to, content, headers] = deliver.mock.calls[0] ?? [];
  expect(to).toBe(payer_contact.email);
  expect(content?.subject).toBe('Zahlungsbeleg von Nordlicht Coffee');
  expect(content?.text).toContain(session.id);
  expect(headers).toEqual({
    senderName: 'Nordlicht Coffee',
    replyTo: null,
    messageId: `receipt.${session.id}`,
  });
  expect(await outcomes()).toEqual([[session.id, 'sent']]);
});

it('sends no second receipt when a conflict is accepted after it', async () => {
  const id = await paid();
  await round();
  await ops.setStatus(id, 'payment_conflicted');
  await resolveConflict(ops.deps, ops.caller, { id, resolution: 'accept' });
  expect((await ops.readStatuses(id)).session).toBe('paid');
  await round();
  expect(deliver).toHaveBeenCalledTimes(1);
  expect(await outcomes()).toEqual([[id, 'sent']]);
});

it('sends a receipt that a conflict withheld once the conflict is accepted', async () => {
  const id = await paid();
  await ops.setStatus(id, 'payment_conflicted');
  await round();
  expect(await outcomes()).toEqual([[id, 'skipped']]);
  await resolveConflict(ops.deps, ops.caller, { id, resolution: 'accept' });
  await round();
  expect(deliver).toHaveBeenCalledTimes(1);
  expect(await outcomes()).toEqual([[id, 'sent']]);
});

it('sends it even if the conflict is accepted while a worker is about to withhold it', async () => {
  const id = await paid();
  await ops.setStatus(id, 'payment_conflicted');
  const { dueSessions } = ops.database;
  const [claimed] = await claimsOfAll(ops.database).claimReceipts({
    ...createLease(1),
    seconds: 300,
  });
  await resolveConflict(ops.deps, ops.caller, { id, resolution: 'accept' });
  if (claimed) await dueSessions.finishReceipt(claimed, 'skipped');
  await round();
  expect(deliver).toHaveBeenCalledTimes(1);
  expect(await outcomes()).toEqual([[id, 'sent']]);
});

it('sends each receipt once, although several workers look for them', async () => {
  const ids = await Promise.all(Array.from({ length: 15 }, () => paid()));
  // One of two claims at the same time may get nothing, the other gets four receipts of a merchant.
  for (let rounds = 0; rounds < 4; rounds++) await Promise.all([round(), round()]);
  expect(deliver.mock.calls.map(([, , headers]) => headers?.messageId).toSorted()).toEqual(
    ids.map((id) => `receipt.${id}`).toSorted(),
  );
});

it('emails it to the address that the payer entered at the provider, if the merchant named none', async () => {
  const readPayerEmail = vi.fn(async () => 'grace@nord.example');
  await ops.stub.override({ readPayerEmail }, async () => {
    const session = await payable({ payer_contact: undefined });
    await ops.deliverProviderEvent(session, succeededWith(4200));
    await round();
    expect(readPayerEmail).toHaveBeenCalledWith({ type: 'payment_intent', id: session.objectId });
    expect(deliver.mock.calls.map(([to]) => to)).toEqual(['grace@nord.example']);
    expect(await outcomes()).toEqual([[session.id, 'sent']]);
  });
});

it('sends others while the provider takes long to return the address of one', async () => {
  const slow = Promise.withResolvers<string | null>();
  await ops.stub.override({ readPayerEmail: () => slow.promise }, async () => {
    const slots = new FairSlots(MAX_RECEIPTS, 50);
    await paid({ payer_contact: undefined });
    await round(true, slots);
    await paid();
    await round(true, slots);
    await expect.poll(() => deliver.mock.calls.map(([to]) => to)).toEqual([payer_contact.email]);
    slow.resolve(null);
    await slots.drain();
  });
});

it('leaves slots for the receipts of others while the provider takes long with many of one merchant', async () => {
  const slow = Promise.withResolvers<string | null>();
  await ops.stub.override({ readPayerEmail: () => slow.promise }, async () => {
    for (let n = 0; n < 6; n++) await paid({ payer_contact: undefined });
    const slots = new FairSlots(MAX_RECEIPTS, 50);
    for (let rounds = 0; rounds < 3; rounds++) await round(true, slots);
    expect(slots.free).toBe(MAX_RECEIPTS - 4);
    slow.resolve(null);
    await slots.drain();
  });
});

it('skips it if the payer left no address at all', async () => {
  const id = await paid({ payer_contact: undefined });
  await round();
  expect(deliver).not.toHaveBeenCalled();
  expect(await outcomes()).toEqual([[id, 'skipped']]);
});

it('writes none if the setting was off when the session was created', async () => {
  await setSetting(false);
  const before = await payable();
  await setSetting(true);
  await ops.deliverProviderEvent(before, succeededWith(4200));
  expect(await outcomes()).toEqual([]);
  const after = await payable();
  await setSetting(false);
  await ops.deliverProviderEvent(after, succeededWith(4200));
  expect(await outcomes()).toEqual([[after.id, null]]);
});

it('sends it again after a crash between sending and recording, with the same Message-ID', async () => {
  const id = await paid();
  const lease = { token: 'crashed', seconds: 300, limit: 10 };
  const [claimed] = await claimsOfAll(ops.database).claimReceipts(lease);
  expect(claimed).toMatchObject({ proxySessionId: id, attempt: 1 });
  expect(await round()).toBe(false);
  await client.receiptMail.updateMany({ data: { leasedUntil: new Date(0) } });
  await round();
  expect(deliver.mock.calls.map(([, , headers]) => headers?.messageId)).toEqual([`receipt.${id}`]);
  // The worker that crashed no longer has a say.
  if (claimed) await ops.database.dueSessions.finishReceipt(claimed, 'failed');
  expect(await outcomes()).toEqual([[id, 'sent']]);
});

it('tries again after a failure, gives up after three days, and logs no address', async () => {
  const id = await paid();
  const failure = Object.assign(new Error('no such user ada@nord.example'), { code: 'ESOCKET' });
  deliver.mockRejectedValue(failure);
  await round();
  const [waiting] = await client.receiptMail.findMany();
  const seconds = ((waiting?.dueAt.getTime() ?? 0) - Date.now()) / 1_000;
  expect(seconds).toBeGreaterThan(5);
  expect(seconds).toBeLessThan(20);
  expect(await round()).toBe(false);
  const createdAt = new Date(Date.now() - 3 * 86_400_000 - 60_000);
  await client.receiptMail.updateMany({ data: { createdAt, dueAt: new Date(0) } });
  await round();
  expect(await outcomes()).toEqual([[id, 'failed']]);
  expect(logged.join('')).toContain('ESOCKET');
  expect(logged.join('')).toContain('it is given up');
  expect(logged.join('')).not.toContain('ada@');
});

it('sends nothing to a buyer who was erased before', async () => {
  const id = await paid({ buyer_reference: 'erased_buyer' });
  await reportProvisioned(ops.deps, ops.caller, { id });
  const operator = { ...ops.caller, actor: { kind: 'operator', id: 'ada' } } as const;
  await eraseBuyer(ops.deps, operator, { buyerReference: 'erased_buyer' });
  await ops.stub.override({ readPayerEmail: async () => 'ada@nord.example' }, () => round());
  expect(deliver).not.toHaveBeenCalled();
  expect(await outcomes()).toEqual([[id, 'skipped']]);
});

it('sends none in test mode where emails leave the machine', async () => {
  const id = await paid();
  await round(false);
  expect(deliver).not.toHaveBeenCalled();
  expect(await outcomes()).toEqual([[id, 'skipped']]);
});
