import { type Deps, markAttemptUnknown, systemCaller } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { hex } from './api.ts';
import { type Path, paths, prepared } from './paths.ts';
import { attachIntent, readEvents, sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments();
afterAll(() => payments.stop());

const [intentPath] = paths as readonly [Path];
const visa = 'pm_card_visa';

/** Sets columns of an attempt, as if time had passed or an event were missing. */
async function amend(attemptId: string, data: object): Promise<void> {
  await payments.api.database.client.acquisitionAttempt.updateMany({
    where: { merchantId: payments.api.merchant.id, id: attemptId },
    data,
  });
}

async function supersede(made: Awaited<ReturnType<typeof prepared>>) {
  const { api } = payments;
  const { data } = (await api.get(made.attemptsPath)).body;
  return api.post(`${made.attemptPath}/supersede`, {
    expected_version: data.at(-1).version,
    reason: 'payer_tries_again',
    replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
  });
}

/** Prepares an attempt that ends while its object is open. An event of the object that is applied later would close it. */
async function endedEarly() {
  const made = await prepared(payments, intentPath);
  const where = { merchantId: payments.api.merchant.id, objectId: made.rootId };
  await waitFor(
    async () => {
      const events = await payments.api.database.client.providerEvent.findMany({ where });
      return events.length > 0 && events.every(({ status }) => status !== 'waiting');
    },
    { what: `the events of ${made.rootId} to be applied` },
  );
  await amend(made.attemptId, { status: 'canceled' });
  return made;
}

const intentStatus = async (id: string) =>
  (await payments.stripe.paymentIntents.retrieve(id)).status;

describe('a payment for a superseded attempt', () => {
  it('completes the session and closes the newer attempt at the provider', async () => {
    const { api, stripe } = payments;
    const old = await endedEarly();
    const newer = await attachIntent(api, stripe, (await supersede(old)).body);
    await old.pay(visa);
    await sessionReaches(api, old.id, {
      status: 'paid',
      completed_acquisition_attempt_id: old.attemptId,
      current_acquisition_attempt: { id: newer.attemptId, status: 'canceled' },
    });
    expect(await intentStatus(newer.intent.id)).toBe('canceled');
    const { data } = (await api.get(old.attemptsPath)).body;
    expect(data[0]).toMatchObject({ status: 'succeeded', status_reason: 'late_payment' });
  });

  it('is a conflict if the newer attempt is paid, and is reported even after fulfillment', async () => {
    const { api, stripe } = payments;
    const old = await endedEarly();
    const newer = await attachIntent(api, stripe, (await supersede(old)).body);
    await stripe.paymentIntents.confirm(newer.intent.id, {
      payment_method: visa,
      return_url: 'https://shop.test/return',
    });
    await sessionReaches(api, old.id, { status: 'paid' });
    await api.post(`/proxy_sessions/${old.id}/provisioned`, {});
    await old.pay(visa);
    await waitFor(
      async () => (await readEvents(api, old.id)).at(-1) === 'proxy_session.payment_conflicted',
      { what: 'the conflict event of the second payment' },
    );
    const { body } = await api.get(`/proxy_sessions/${old.id}/merchant`);
    expect(body).toMatchObject({
      status: 'provisioned',
      actionable_next_step: 'resolve_conflict',
      completed_acquisition_attempt_id: newer.attemptId,
    });
    const resolved = await api.post(`/proxy_sessions/${old.id}/resolve`, { resolution: 'accept' });
    expect(resolved.body).toMatchObject({ status: 'provisioned' });
    await sessionReaches(api, old.id, { status: 'provisioned', actionable_next_step: 'none' });
  });

  it('is prevented by closing the provider object of a failed attempt before its replacement', async () => {
    const old = await prepared(payments, intentPath);
    await amend(old.attemptId, { status: 'failed' });
    const replaced = await supersede(old);
    expect(replaced.body.acquisition_attempt).toMatchObject({ attempt_number: 2 });
    expect(await intentStatus(old.rootId)).toBe('canceled');
  });

  it('prevents the replacement of a failed attempt that was paid in the meantime', async () => {
    const { api } = payments;
    const old = await prepared(payments, intentPath, { scenario: 'drop_events' });
    await amend(old.attemptId, { status: 'failed' });
    await old.pay(visa);
    const replaced = await supersede(old);
    expect(replaced.status).toBe(409);
    await sessionReaches(api, old.id, { status: 'paid' });
  });
});

describe('a second payment intent created for the same attempt', () => {
  /** A second payment intent, as a server creates it that retries without the idempotency key. */
  async function secondIntent(made: Awaited<ReturnType<typeof prepared>>) {
    const { metadata } = await payments.stripe.paymentIntents.retrieve(made.rootId);
    return payments.stripe.paymentIntents.create({ amount: 4200, currency: 'eur', metadata });
  }
  const payBy = (intent: { id: string }) =>
    payments.stripe.paymentIntents.confirm(intent.id, {
      payment_method: visa,
      return_url: 'https://shop.test/return',
    });

  it('is one conflict if both it and the root are paid', async () => {
    const { api } = payments;
    const made = await prepared(payments, intentPath, { scenario: 'duplicate_events' });
    await made.pay(visa);
    await sessionReaches(api, made.id, { status: 'paid' });
    const second = await secondIntent(made);
    await payBy(second);
    await sessionReaches(api, made.id, {
      status: 'payment_conflicted',
      completed_acquisition_attempt_id: made.attemptId,
      final: { amount_minor: 4200 },
    });
    await waitFor(
      async () => (await api.database.diagnostics.readQueueDepths()).providerEventsWaiting === 0,
      {
        what: 'every event to be applied',
      },
    );
    const types = await readEvents(api, made.id);
    expect(types.filter((type) => type === 'proxy_session.payment_conflicted')).toHaveLength(1);
    const accepted = await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'accept' });
    expect(accepted.body).toMatchObject({ status: 'paid' });
  });

  it('pays the session and closes the root if only the second one is paid', async () => {
    const { api } = payments;
    const made = await prepared(payments, intentPath);
    await payBy(await secondIntent(made));
    await sessionReaches(api, made.id, {
      status: 'paid',
      completed_acquisition_attempt_id: made.attemptId,
    });
    await waitFor(async () => (await intentStatus(made.rootId)) === 'canceled', {
      what: 'the root to be closed',
    });
    await expect(made.pay(visa)).rejects.toThrow('canceled');
  });

  it('is a conflict and closes the root if only the second one is paid, with another amount', async () => {
    const { api, stripe } = payments;
    const made = await prepared(payments, intentPath);
    const second = await secondIntent(made);
    await stripe.paymentIntents.update(second.id, { amount: 4100 });
    await payBy(second);
    await sessionReaches(api, made.id, {
      status: 'payment_conflicted',
      completed_acquisition_attempt_id: null,
    });
    await waitFor(async () => (await intentStatus(made.rootId)) === 'canceled', {
      what: 'the root to be closed',
    });
    const accepted = await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'accept' });
    expect(accepted.body).toMatchObject({ status: 'paid' });
    await sessionReaches(api, made.id, { completed_acquisition_attempt_id: made.attemptId });
  });

  it('changes nothing if it takes no money', async () => {
    const made = await prepared(payments, intentPath);
    await payments.stripe.paymentIntents.cancel((await secondIntent(made)).id);
    await made.pay(visa);
    await sessionReaches(payments.api, made.id, {
      status: 'paid',
      completed_acquisition_attempt_id: made.attemptId,
    });
  });
});

describe('a reservation with an unknown outcome', () => {
  /** A reserved attempt whose retry deadline has passed, with its provider object unattached. */
  async function lost(hoursAgo: number) {
    const { api } = payments;
    const made = await prepared(payments, intentPath, { attached: false });
    const past = new Date(Date.now() - hoursAgo * 3_600_000);
    await amend(made.attemptId, { providerRetryNotAfter: past });
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    await markAttemptUnknown(api.deps as Deps, systemCaller(scope), made.id);
    return made;
  }

  it('is matched to its provider object by metadata', async () => {
    const made = await lost(1);
    await sessionReaches(payments.api, made.id, {
      current_acquisition_attempt: { status: 'attached' },
    });
    await made.pay(visa);
    await sessionReaches(payments.api, made.id, { status: 'paid' });
  });

  it('can be attached after the provider object was read', async () => {
    const { api } = payments;
    const made = await lost(0.001);
    const { data } = (await api.get(made.attemptsPath)).body;
    const response = await api.post(`${made.attemptPath}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: made.rootId,
      expected_version: data[0].version,
    });
    expect(response.body).toMatchObject({
      status: 'attached',
      provider_root_object_id: made.rootId,
    });
  });

  it('is canceled as never_created after its idempotency keys have expired at the provider', async () => {
    const { api } = payments;
    const nothing: Path = {
      ...intentPath,
      create: async () => ({ type: 'payment_intent', id: 'none', pay: async () => {} }),
    };
    const made = await prepared(payments, nothing, { attached: false });
    await amend(made.attemptId, { providerRetryNotAfter: new Date(Date.now() - 3_600_000) });
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    await markAttemptUnknown(api.deps as Deps, systemCaller(scope), made.id);
    await sessionReaches(api, made.id, {
      actionable_next_step: 'supersede_attempt',
      current_acquisition_attempt: { status: 'canceled', status_reason: 'never_created' },
    });
  });
});
