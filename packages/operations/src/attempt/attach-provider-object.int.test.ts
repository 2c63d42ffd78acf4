import type { AttachProviderObjectInput } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  waiting,
} from '../../test/operations.ts';
import { attachProviderObject } from './attach-provider-object.ts';
import { closeRoot } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

async function attach(
  { id, attemptId }: { id: string; attemptId: string },
  object: Omit<
    AttachProviderObjectInput,
    'proxy_session_id' | 'acquisition_attempt_id' | 'expected_version'
  >,
  caller = ops.caller,
) {
  return attachProviderObject(ops.deps, caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attemptId,
    expected_version: (await ops.read(id)).attempt.version,
    ...object,
  });
}
const customer = (object_id: string) =>
  ({ role: 'customer', object_type: 'customer', object_id }) as const;
const setupIntent = (object_id: string) =>
  ({ role: 'setup_intent', object_type: 'setup_intent', object_id }) as const;

async function reserved(source: 'setup_intent' | 'saved_payment_method') {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
    direct_subscription_source: source,
  });
  return { id, attemptId: attempt.id };
}

it('a customer and a setup intent are attached with an event and a history entry each', async () => {
  const attempt = await reserved('setup_intent');
  await attach(attempt, customer('cus_1'));
  await attach(attempt, setupIntent(`seti_${attempt.id}`));
  expect((await ops.read(attempt.id)).attempt).toMatchObject({
    status: 'reserved',
    version: 4,
    providerCustomerId: 'cus_1',
    providerSetupIntentId: `seti_${attempt.id}`,
    setupIntentCreatedBy: 'merchant',
  });
  expect((await ops.history(attempt.id)).map(({ action }) => action)).toEqual([
    'create',
    'reserve',
    'attach_customer',
    'attach_setup_intent',
  ]);
  expect((await ops.events(attempt.id)).slice(-2).map(({ type }) => type)).toEqual([
    'acquisition_attempt.provider_attached',
    'acquisition_attempt.provider_attached',
  ]);
  // The same customer may pay for several attempts.
  await attach(await reserved('setup_intent'), customer('cus_1'));
});

it('a second object for a role, or an object of another attempt, is refused with the id that is bound', async () => {
  const attempt = await reserved('setup_intent');
  const seti = `seti_${attempt.id}`;
  await attach(attempt, setupIntent(seti));
  await expect(attach(attempt, setupIntent('seti_2'))).rejects.toMatchObject({
    code: 'provider_object_conflict',
    message: `The setup_intent of this attempt is already ${seti}.`,
  });
  await expect(attach(await reserved('setup_intent'), setupIntent(seti))).rejects.toMatchObject({
    code: 'provider_object_conflict',
    message: `object_id ${seti} is already bound to another attempt.`,
  });
});

it('the refusal of an object that names another attempt has the idempotency key for ever', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  const metadata = { attemptId: ops.deps.newId('pspacq'), sessionId: id, contractVersion: '2' };
  ops.stub.objects.set('pi_named', { ...getRoot('pi_named', waiting), metadata });
  ops.stub.objects.set('pi_own', getRoot('pi_own', waiting));
  const { attempt } = await ops.read(id);
  const caller = keyedCaller(ops.caller);
  const attachAs = (object_id: string, fingerprint: string) => {
    const object = { role: 'root', object_type: 'payment_intent', object_id } as const;
    const idempotency = { ...caller.idempotency, fingerprint } as NonNullable<
      typeof caller.idempotency
    >;
    return attach({ id, attemptId: attempt.id }, object, { ...caller, idempotency });
  };
  for (const _ of ['first', 'repeated']) {
    await expect(attachAs('pi_named', 'a'.repeat(64))).rejects.toMatchObject({
      code: 'provider_object_conflict',
    });
  }
  expect(caller.replayed()).toBe(1);
  await expect(attachAs('pi_own', 'b'.repeat(64))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

it('a request whose object conflicts returns what the same request has stored in the meantime', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  const { attempt } = await ops.read(id);
  ops.stub.objects.set('pi_raced', getRoot('pi_raced', waiting));
  const caller = keyedCaller(ops.caller);
  const object = { role: 'root', object_type: 'payment_intent', object_id: 'pi_raced' } as const;
  const send = () => attach({ id, attemptId: attempt.id }, object, caller);
  const { readRoot } = ops.stub.provider;
  const attached: unknown[] = [];
  ops.stub.provider.readRoot = async (ref) => {
    ops.stub.provider.readRoot = readRoot;
    attached.push(await send());
    const metadata = { attemptId: ops.deps.newId('pspacq'), sessionId: id, contractVersion: '2' };
    return { ...getRoot(ref.id, waiting), metadata };
  };
  expect([await send()]).toEqual(attached);
  expect(caller.replayed()).toBeGreaterThan(0);
});

it('a root object is attached again to an attempt that ended only with the confirmation that is recorded', async () => {
  const confirmed = await ops.payable();
  const { id } = await ops.session();
  const { acquisition_attempt: reservation } = await ops.reserve(id);
  const attached = { id, attemptId: reservation.id, objectId: `pi_${id}` };
  const repeat = async (payable: Payable, evidence: string) =>
    attach(payable, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: payable.objectId,
      provider_confirmation: {
        amount_minor: 4200,
        currency: 'eur',
        cart_version: 1,
        evidence_sha256: evidence.repeat(64),
      },
    });
  ops.stub.objects.set(attached.objectId, getRoot(attached.objectId, waiting));
  await attach(attached, {
    role: 'root',
    object_type: 'payment_intent',
    object_id: attached.objectId,
  });
  for (const payable of [confirmed, attached]) {
    await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  }
  expect(await repeat(confirmed, 'e')).toMatchObject({ status: 'canceled' });
  const refusal = { code: 'session_state_conflict', message: expect.stringContaining('canceled') };
  await expect(repeat(confirmed, 'f')).rejects.toMatchObject(refusal);
  await expect(repeat(attached, 'e')).rejects.toMatchObject(refusal);
});

it('a setup intent is refused for a saved payment method and for a one-time payment', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  for (const given of [await reserved('saved_payment_method'), { id, attemptId: attempt.id }]) {
    await expect(attach(given, setupIntent('seti_3'))).rejects.toMatchObject({
      code: 'object_type_mismatch',
      message: expect.stringContaining('direct_subscription_source "setup_intent"'),
    });
  }
});

it('a customer is attached to an attempt that is not paid yet, and refused afterwards', async () => {
  const payable = await ops.payable();
  await attach(payable, customer('cus_2'));
  const processing = await ops.payable();
  await ops.deliverProviderEvent(processing, { kind: 'processing' });
  await expect(attach(processing, customer('cus_2'))).rejects.toMatchObject({
    code: 'session_state_conflict',
    message: 'The attempt is processing, which does not allow attaching a customer.',
  });
});

it('an attempt without a root object has nothing to close', async () => {
  const { id } = await ops.session();
  await ops.reserve(id);
  ops.stub.calls.length = 0;
  expect(await closeRoot(ops.deps, ops.caller, (await ops.read(id)).attempt)).toBeNull();
  expect(ops.stub.calls).toEqual([]);
});
