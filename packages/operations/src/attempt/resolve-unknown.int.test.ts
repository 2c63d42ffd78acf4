import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { getRoot, type Operations, startOperations, waiting } from '../../test/operations.ts';
import type { Caller } from '../request/caller.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { attachProviderObject } from './attach-provider-object.ts';
import { markAttemptUnknown, resolveUnknownAttempt } from './resolve-unknown.ts';
import { supersedeAttempt } from './supersede-attempt.ts';

let ops: Operations;
/** The ids of attempts whose object was searched by its metadata. */
let searched: string[];
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  ops.stub.calls.length = 0;
  searched = [];
  ops.stub.provider.findByAttempt = async (_type, attemptId) => {
    searched.push(attemptId);
    return null;
  };
});
afterAll(() => ops.close());

/** A reservation whose idempotency keys have expired, and an object that names `owner` or it. */
async function expired(owner?: string) {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  await ops.expireRetryDeadline(id);
  const objectId = `pi_${id}`;
  const metadata = { attemptId: owner ?? attempt.id, sessionId: id, contractVersion: '2' };
  ops.stub.objects.set(objectId, { ...getRoot(objectId, waiting), metadata });
  const attach = (expected_version = attempt.version) =>
    attachProviderObject(ops.deps, ops.caller, {
      proxy_session_id: id,
      acquisition_attempt_id: attempt.id,
      expected_version,
      role: 'root',
      object_type: 'payment_intent',
      object_id: objectId,
    });
  return { id, attemptId: attempt.id, objectId, attach };
}
const resolve = async (id: string) =>
  resolveUnknownAttempt(ops.deps, ops.caller, (await ops.read(id)).attempt);
/** Ends the period in which the provider may still return an object. */
const endSearch = (id: string, minutes: number) => ops.database.client.$executeRaw`
  UPDATE acquisition_attempt SET provider_retry_not_after = now() - make_interval(mins => ${minutes})
  WHERE proxy_session_id = ${id}`;

it('an object that the request names is read by its id, without a search', async () => {
  const { objectId, attach } = await expired();
  expect(await attach()).toMatchObject({
    status: 'attached',
    provider_root_object_id: objectId,
  });
  expect(searched).toEqual([]);
});

it('an object that another system named does not resolve the outcome', async () => {
  const { attemptId, id, attach } = await expired('try_1');
  await expect(attach()).rejects.toMatchObject({
    code: 'payment_in_progress',
    message: expect.stringContaining('Repeat the request, or attach the object'),
    retryAfterSeconds: 60,
  });
  expect(searched).toContain(attemptId);
  expect((await ops.read(id)).attempt.status).toBe('unknown');
});

it('a request with a stale version sends no request to the provider', async () => {
  const { id, attach } = await expired();
  await expect(attach(1)).rejects.toMatchObject({ code: 'attempt_version_conflict' });
  expect([ops.stub.calls, searched]).toEqual([[], []]);
  expect((await ops.read(id)).attempt.status).toBe('reserved');
});

it('an attempt is superseded after its object is found as failed and closed', async () => {
  const { id, attemptId, objectId } = await expired();
  const failed = getRoot(objectId, { kind: 'failed', reason: 'bank_debit_returned' });
  ops.stub.objects.set(objectId, failed);
  ops.stub.provider.findByAttempt = async () => failed;
  const { acquisition_attempt: replacement } = await supersedeAttempt(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attemptId,
    expected_version: (await ops.read(id)).attempt.version,
    reason: 'no_response',
    replacement: {
      integration_path: 'payment_intent',
      provider_options_fingerprint: 'b'.repeat(64),
    },
  });
  expect(replacement).toMatchObject({ status: 'reserved', supersedes_attempt_id: attemptId });
  expect(ops.stub.calls).toContain(`close ${objectId}`);
});

it('a stored refusal is replayed without resolving the outcome', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  const about = {
    proxy_session_id: id,
    acquisition_attempt_id: attempt.id,
    expected_version: attempt.version,
  };
  const mismatched = { role: 'root', object_type: 'subscription', object_id: 'sub_1' } as const;
  const replacement = {
    integration_path: 'payment_intent',
    provider_options_fingerprint: 'b'.repeat(64),
  } as const;
  const requests: [code: string, request: (caller: Caller) => Promise<unknown>][] = [
    [
      'object_type_mismatch',
      (by) => attachProviderObject(ops.deps, by, { ...about, ...mismatched }),
    ],
    [
      'attempt_not_terminal',
      (by) => supersedeAttempt(ops.deps, by, { ...about, reason: 'again', replacement }),
    ],
  ];
  const callers = requests.map(() => keyedCaller(ops.caller));
  const send = () =>
    Promise.all(
      requests.map(([code, request], index) =>
        expect(request(callers[index] ?? ops.caller)).rejects.toMatchObject({ code }),
      ),
    );
  await send();
  await ops.expireRetryDeadline(id);
  await send();
  expect(callers.map(({ replayed }) => replayed())).toEqual([1, 1]);
  expect(searched).toEqual([]);
  expect((await ops.read(id)).attempt.status).toBe('reserved');
});

it('only a reservation without an object becomes unknown, at its retry deadline', async () => {
  const mark = (id: string) => markAttemptUnknown(ops.deps, ops.caller, id);
  const { id } = await ops.session();
  expect(await mark(id)).toBe(false);
  await ops.reserve(id);
  expect(await mark(id)).toBe(false);
  await ops.expireRetryDeadline(id);
  expect(await mark(id)).toBe(true);
  expect(await mark(id)).toBe(false);
  const attached = await ops.payable();
  await ops.expireRetryDeadline(attached.id);
  expect(await mark(attached.id)).toBe(false);
});

it('an attempt was never created if no object is found ten minutes after its keys expired', async () => {
  const { id, attemptId, objectId } = await expired();
  expect(await resolve(id)).toBe('still_unknown');
  await markAttemptUnknown(ops.deps, ops.caller, id);
  await endSearch(id, 9);
  expect(await resolve(id)).toBe('still_unknown');
  await endSearch(id, 10);
  expect(await resolve(id)).toBe('never_created');
  expect((await ops.readStatuses(id)).attempts).toEqual([['canceled', 'never_created']]);
  expect(searched).toEqual([attemptId, attemptId, attemptId]);
  expect(ops.stub.calls).not.toContain(`read ${objectId}`);
});

it('an object that the search returns is attached, unless the provider no longer has it', async () => {
  for (const exists of [true, false]) {
    const { id, objectId } = await expired();
    await markAttemptUnknown(ops.deps, ops.caller, id);
    ops.stub.provider.findByAttempt = async () => getRoot(objectId, waiting);
    if (!exists) ops.stub.objects.delete(objectId);
    expect(await resolve(id)).toBe(exists ? 'found' : 'still_unknown');
    expect((await ops.read(id)).attempt.status).toBe(exists ? 'attached' : 'unknown');
  }
});

it('only objects from before the idempotency keys expired are searched', async () => {
  const { id, attemptId } = await expired();
  await markAttemptUnknown(ops.deps, ops.caller, id);
  await ops.updateAttempt(attemptId, { createdAt: new Date('2026-11-01T00:00:00.000Z') });
  await ops.updateAttempt(attemptId, {
    providerRetryNotAfter: new Date('2026-11-02T00:00:00.000Z'),
  });
  const periods: object[] = [];
  ops.stub.provider.findByAttempt = async (_type, _attemptId, period) => {
    periods.push(period);
    return null;
  };
  expect(await resolve(id)).toBe('never_created');
  expect(periods).toEqual([
    { from: new Date('2026-10-31T23:50:00.000Z'), until: new Date('2026-11-02T00:10:00.000Z') },
  ]);
});

it('the cart is not replaced once it is unknown whether an object for it exists', async () => {
  const { id } = await expired();
  const cart = { amount_minor: 100, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
  await expect(replaceCart(ops.deps, ops.caller, { id, ...cart })).rejects.toMatchObject({
    code: 'payment_in_progress',
    retryAfterSeconds: 60,
  });
  expect((await ops.read(id)).session.cartVersion).toBe(1);
});
