import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  waiting,
} from '../../test/operations.ts';
import { checkAttempt } from './check-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  ops.stub.calls.length = 0;
});
afterAll(() => ops.close());

const check = ({ id, attemptId }: Pick<Payable, 'id' | 'attemptId'>) =>
  checkAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });

it('a check of an attempt that the session does not have is refused', async () => {
  const { id, attemptId } = await ops.payable();
  for (const where of [
    { id, attemptId: ops.deps.newId('pspacq') },
    { id: ops.deps.newId('psess'), attemptId },
  ]) {
    await expect(check(where)).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('a check reads an object that was attached by its id, once', async () => {
  const payable = await ops.payable();
  expect(await check(payable)).toBe('read');
  const { attempt } = await ops.read(payable.id);
  expect(attempt).toMatchObject({ providerCreatedAt: expect.any(Date), providerCheckAt: null });
  ops.stub.objects.delete(payable.objectId);
  expect(await check(payable)).toBe('read');
});

it.each([false, true])(
  'a check ends an attempt whose object the provider never had, after ten minutes, in a canceled session: %s',
  async (isCanceled) => {
    const payable = await ops.payable();
    ops.stub.objects.delete(payable.objectId);
    if (isCanceled) await ops.setStatus(payable.id, 'canceled');
    const writtenAgo = (seconds: number) => ops.database.client.$executeRaw`
      UPDATE acquisition_attempt SET updated_at = now() - make_interval(secs => ${seconds})
      WHERE id = ${payable.attemptId}`;
    await writtenAgo(590);
    expect(await check(payable)).toBe('missing');
    expect((await ops.readStatuses(payable.id)).attempts).toEqual([['confirmed', null]]);
    await writtenAgo(600);
    expect(await check(payable)).toBe('given_up');
    expect((await ops.readStatuses(payable.id)).attempts).toEqual([['canceled', 'object_missing']]);
  },
);

it('a check closes the object of a session that has ended', async () => {
  const payable = await ops.payable();
  await ops.setStatus(payable.id, 'canceled');
  ops.stub.calls.length = 0;
  expect(await check(payable)).toBe('closed');
  expect(ops.stub.calls).toEqual([`close ${payable.objectId}`]);
  expect((await ops.readStatuses(payable.id)).attempts).toEqual([['canceled', null]]);
});

it('a check repeats while the object of an attempt that failed is being paid again', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'insufficient_funds' });
  await ops.setStatus(payable.id, 'expired');
  const root = getRoot(payable.objectId, { kind: 'processing' });
  ops.stub.objects.set(payable.objectId, root);
  expect(await check(payable)).toBe('closed');
  const canceled = { kind: 'canceled', reason: null } as const;
  ops.stub.objects.set(payable.objectId, { ...root, outcome: canceled });
  expect(await check(payable)).toBe('root_closed');
});

it('a check of a session that has ended has nothing to repeat once the object was read', async () => {
  const payable = await ops.payable();
  await check(payable);
  await ops.setStatus(payable.id, 'canceled');
  ops.stub.objects.delete(payable.objectId);
  expect(await check(payable)).toBe('closed');
});

it('a check of a superseded attempt reads its own object', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  await ops.supersede(payable);
  await ops.deliverProviderEvent(payable, { kind: 'processing' });
  await ops.setStatus(payable.id, 'canceled');
  ops.stub.calls.length = 0;
  expect(await check(payable)).toBe('read');
  expect(ops.stub.calls).toContain(`read ${payable.objectId}`);
});

it.each([
  ['closes a page of a replaced cart that the payer page created', 'payer_page', 'closed'],
  ['leaves a page of a replaced cart to the server that created it', 'merchant', 'read'],
] as const)('a check %s', async (_, rootCreatedBy, result) => {
  const checkout = await ops.withCheckoutSession();
  await ops.updateAttempt(checkout.attemptId, {
    statusReason: 'cart_drift',
    confirmedAmountMinor: 4200,
    confirmedCurrency: 'eur',
    // Another one than the session's.
    confirmedCartVersion: 2,
    confirmedEvidenceSha256: 'e'.repeat(64),
    confirmedAt: new Date(),
    rootCreatedBy,
  });
  const { type } = checkout.root;
  ops.stub.objects.set(checkout.objectId, { ...getRoot(checkout.objectId, waiting), type });
  ops.stub.calls.length = 0;
  expect(await check(checkout)).toBe(result);
  const action = result === 'closed' ? 'close' : 'read';
  expect(ops.stub.calls[0]).toBe(`${action} ${checkout.objectId}`);
});
