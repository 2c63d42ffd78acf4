import type { AttemptStatus } from '@parley/domain';
import { DomainError } from '@parley/domain';
import type { Provider, ProviderOutcome } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, waiting } from '../../test/operations.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { preparePayment } from './prepare-payment.ts';

let ops: Operations;
let created: string[];
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(() => {
  created = [];
  ops.stub.calls.length = 0;
  ops.stub.provider.createPaymentIntent = async ({ charge }) => {
    const id = `pi_${ops.deps.newId('evt')}`;
    created.push(id);
    const root = { ...getRoot(id, waiting), charge, clientSecret: `${id}_secret` };
    ops.stub.objects.set(id, root);
    return root;
  };
});
afterAll(() => ops.close());

const prepare = (id: string) => preparePayment(ops.deps, ops.caller, { id, pk: 'pk_test_1' });
const prepareWith = (readPayerAccess: Provider['readPayerAccess'], id: string) =>
  ops.stub.override({ readPayerAccess }, () => prepare(id));
const mounted = (kind: 'setup' | 'payment') => async () => ({
  mount: { kind, clientSecret: 'seti_secret' },
  recurring: [],
  trialEnd: null,
});

describe('a page of a session without a reserved attempt', () => {
  it('reserves a one-time payment intent and offers it', async () => {
    const { id } = await ops.session();
    const prepared = await prepare(id);
    expect(prepared).toMatchObject({
      page: { presentation_state: 'checkout_available' },
      form: { kind: 'payment', client_secret: `${created[0]}_secret` },
      waiting: false,
    });
    expect((await ops.read(id)).attempt).toMatchObject({
      status: 'confirmed',
      commercialMode: 'one_time',
      integrationPath: 'payment_intent',
      pricingMode: 'fixed',
      providerOptionsFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await prepare(id)).toEqual(prepared);
    expect(created).toHaveLength(1);
  });

  it('completes a session that costs nothing', async () => {
    const { id } = await ops.session({ amount_minor: 0 });
    expect(await prepare(id)).toMatchObject({
      page: { status: 'provisionable' },
      form: null,
      waiting: false,
    });
    expect(created).toEqual([]);
  });
});

describe('a page of an attempt that ended without a payment', () => {
  it.each<[ProviderOutcome, boolean]>([
    [{ kind: 'failed', reason: 'bank_said_no' }, true],
    [{ kind: 'canceled', reason: null }, false],
    [{ kind: 'expired' }, false],
  ])('offers another one after %j; closes its object: %s', async (outcome, closes) => {
    const payable = await ops.payable();
    await ops.deliverProviderEvent(payable, outcome);
    ops.stub.calls.length = 0;
    expect(await prepare(payable.id)).toMatchObject({
      form: { client_secret: `${created[0]}_secret` },
    });
    const [first, second] = await ops.repositories.attempts.listReserved(payable.id);
    expect(first).toMatchObject({ status: 'superseded', supersedeReason: 'payer_tries_again' });
    expect(second).toMatchObject({ status: 'confirmed', supersedesAttemptId: payable.attemptId });
    expect(ops.stub.calls.includes(`close ${payable.objectId}`)).toBe(closes);
  });
});

it('a page waits while the object of a failed attempt is being paid again', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_said_no' });
  const processing = { ...getRoot(payable.objectId, { kind: 'processing' }) };
  const closeRoot = async () => processing;
  const prepared = await ops.stub.override({ closeRoot }, () => prepare(payable.id));
  expect(prepared).toMatchObject({ form: null, waiting: true });
  expect(created).toEqual([]);
});

describe('a page on which nothing can be paid', () => {
  it.each<AttemptStatus>(['processing', 'succeeded', 'integrity_failed', 'unknown'])(
    'shows the state of an attempt that is %s',
    async (status) => {
      const payable = await ops.payable();
      const completionRecordedAt = status === 'succeeded' ? new Date() : null;
      await ops.updateAttempt(payable.attemptId, { status, completionRecordedAt });
      const prepared = await prepareWith(mounted('setup'), payable.id);
      expect(prepared).toMatchObject({ form: null, waiting: false });
      expect(created).toEqual([]);
    },
  );

  it('shows a deadline that has passed, and a session that has ended', async () => {
    const late = await ops.payable();
    await ops.expireDeadline(late.id);
    expect(await prepare(late.id)).toMatchObject({ page: { deadline_passed: true }, form: null });
    const ended = await ops.payable();
    await ops.setStatus(ended.id, 'canceled');
    expect(await prepare(ended.id)).toMatchObject({ page: { status: 'canceled' }, form: null });
  });
});

it('a page whose attempt changes all the time is refused after twelve steps', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  let reads = 0;
  ops.stub.provider.createPaymentIntent = async () => {
    reads += 1;
    await ops.database.client.$executeRaw`
      UPDATE acquisition_attempt SET version = version + 1 WHERE proxy_session_id = ${id}`;
    return { ...getRoot(`pi_never_${id}`, waiting), clientSecret: 'secret' };
  };
  await expect(prepare(id)).rejects.toMatchObject({
    code: 'service_unavailable',
    retryAfterSeconds: 1,
  });
  expect(reads).toBe(12);
});

describe('a challenge of the payer', () => {
  /** A session whose payer must complete a challenge, on a checkout session. */
  async function challenged() {
    const checkout = await ops.withCheckoutSession();
    await prepare(checkout.id);
    await ops.updateAttempt(checkout.attemptId, { status: 'action_required' });
    return checkout;
  }

  it.each<ProviderOutcome['kind']>(['awaiting_payment', 'action_required'])(
    'is offered again while the object is %s',
    async (kind) => {
      const { id, objectId, root } = await challenged();
      const outcome =
        kind === 'awaiting_payment' ? waiting : ({ kind: 'action_required' } as const);
      ops.stub.objects.set(objectId, { ...root, outcome });
      expect(await prepare(id)).toMatchObject({
        form: { kind: 'embedded', client_secret: `${objectId}_secret_1` },
      });
    },
  );

  it.each<[string, (id: string, attemptId: string) => Promise<unknown>, object]>([
    ['the session ends', (id) => ops.setStatus(id, 'canceled'), { status: 'canceled' }],
    [
      'the payment is processing',
      (_, attemptId) => ops.updateAttempt(attemptId, { status: 'processing' }),
      { status: 'created' },
    ],
  ])('is not offered when meanwhile %s', async (_, meanwhile, page) => {
    const { id, attemptId } = await challenged();
    const { readPayerAccess } = ops.stub.provider;
    const readLate: typeof readPayerAccess = async (object) => {
      await meanwhile(id, attemptId);
      return readPayerAccess(object);
    };
    const prepared = await prepareWith(readLate, id);
    expect(prepared).toMatchObject({ form: null, waiting: false, page });
  });

  it('is replaced by the form of another attempt that is confirmed meanwhile', async () => {
    const { id, attemptId, objectId, root } = await challenged();
    let replacement = '';
    const { readPayerAccess } = ops.stub.provider;
    const readLate: typeof readPayerAccess = async (object) => {
      ops.stub.objects.set(objectId, { ...root, outcome: { kind: 'expired' } });
      await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
      const next = await ops.supersede({ id, attemptId, objectId });
      replacement = next.objectId;
      const clientSecret = `${replacement}_secret`;
      ops.stub.objects.set(replacement, { ...getRoot(replacement, waiting), clientSecret });
      return readPayerAccess(object);
    };
    const { form } = await prepareWith(readLate, id);
    expect(form).toMatchObject({ kind: 'payment', client_secret: `${replacement}_secret` });
  });

  it('is not offered when the provider shows nothing to the payer', async () => {
    const { id } = await challenged();
    const prepared = await prepareWith(async () => null, id);
    expect(prepared).toMatchObject({ form: null, waiting: true });
  });
});

describe('a trial that started without a card', () => {
  async function started() {
    const { id } = await ops.session({
      cart_snapshot: { lines: [{ name: 'Coffee', amount_minor: 4200, interval: 'month' }] },
    });
    const { acquisition_attempt: attempt } = await ops.reserve(id, {
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
    });
    const objectId = `sub_${id}`;
    const outcome = { kind: 'nothing_due', billingStartsLater: true } as const;
    ops.stub.objects.set(objectId, { ...getRoot(objectId, outcome), type: 'subscription' });
    const where = { sessionId: id, attemptId: attempt.id };
    await syncAttempt(ops.deps, ops.caller, where, { objectId });
    return id;
  }

  it('offers to save one, and only that', async () => {
    const id = await started();
    expect(await prepareWith(mounted('setup'), id)).toMatchObject({
      form: { kind: 'setup', client_secret: 'seti_secret' },
      waiting: false,
      page: { terms: { recurring: [{ amount_minor: 4200 }] } },
    });
    expect((await prepareWith(mounted('payment'), id)).form).toBeNull();
    expect((await prepareWith(async () => null, id)).form).toBeNull();
  });

  it('offers to save none after too many declines', async () => {
    const id = await started();
    await ops.database.client.proxySession.updateMany({
      where: { merchantId: ops.scope.merchantId, id },
      data: { declineCount: 10, lastDeclinedAt: new Date() },
    });
    expect((await prepareWith(mounted('setup'), id)).form).toBeNull();
  });

  it('is shown although the provider does not respond', async () => {
    const id = await started();
    const outage = new DomainError('provider_error');
    const prepared = await prepareWith(() => Promise.reject(outage), id);
    expect(prepared).toMatchObject({ form: null, page: { status: 'provisionable' } });
    const defect = new TypeError('x is undefined');
    await expect(prepareWith(() => Promise.reject(defect), id)).rejects.toBe(defect);
  });
});
