import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, order } from './api.ts';
import { type Path, paths, prepared, trialPaths } from './paths.ts';
import { control, readEvents, sessionReaches, startPayments } from './provider.ts';
import { callDashboard, expectMoneyRecorded, readPayments } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;

const conflicted = 'proxy_session.payment_conflicted';
const [, , checkoutPath, directPath] = paths as readonly [Path, Path, Path, Path];

async function paidSession(path: Path) {
  const made = await prepared(payments, path);
  await made.pay('pm_card_visa');
  await sessionReaches(api, made.id, { status: 'paid' });
  return made;
}
type Made = Awaited<ReturnType<typeof paidSession>>;

/** A trialing subscription with a card, as a server creates it that retries without the idempotency key. */
async function retryAsTrial({ id, attemptId }: Pick<Made, 'id' | 'attemptId'>): Promise<string> {
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  const { id: product } = await stripe.products.create({ name: 'Coffee, monthly' });
  const recurring = { interval: 'month' } as const;
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: data[0]?.id ?? '',
    items: [{ price_data: { currency: 'eur', unit_amount: 4200, product, recurring } }],
    trial_period_days: 14,
    metadata: {
      proxy_session_id: id,
      proxy_acquisition_attempt_id: attemptId,
      proxy_contract_version: '2',
    },
  });
  expect(subscription.status).toBe('trialing');
  return subscription.id;
}

const readConflicts = async (id: string) =>
  (await readEvents(api, id)).filter((type) => type === conflicted).length;

const conflictsReach = (id: string, count: number) =>
  waitFor(async () => (await readConflicts(id)) === count, {
    what: `conflict ${count} of the session`,
  });

/** The subscriptions of a session as GET /v1/subscriptions shows them, oldest first. */
async function readSubscriptions(id: string) {
  const { body } = await api.get('/subscriptions?limit=100');
  const all: Record<
    'id' | 'original_proxy_session_id' | 'provider_subscription_id' | 'status',
    string
  >[] = body.data;
  return all.filter((one) => one.original_proxy_session_id === id).toReversed();
}

/** Bills the next period of a subscription, and waits until its invoice has been processed. */
async function renew(subscriptionId: string): Promise<void> {
  await control(payments, `subscriptions/${subscriptionId}/advance`);
  const { data } = await stripe.invoices.list({ subscription: subscriptionId });
  const renewal = data.find((invoice) => invoice.billing_reason === 'subscription_cycle');
  const where = { merchantId: api.merchant.id, type: 'invoice.paid', objectId: renewal?.id ?? '' };
  const processed = { status: { not: 'waiting' } };
  await waitFor(
    async () =>
      (await api.database.client.providerEvent.count({ where: { ...where, ...processed } })) === 1,
    { what: 'the event of the renewal to be processed' },
  );
}

describe.concurrent.each([
  ['direct_subscription', directPath],
  ['checkout_session', checkoutPath],
])('a second, trialing subscription that names the attempt of a paid %s', (_, path) => {
  it('is recorded and makes the session a conflict at once', async () => {
    const made = await paidSession(path);
    const second = await retryAsTrial(made);
    await sessionReaches(api, made.id, {
      status: 'payment_conflicted',
      actionable_next_step: 'resolve_conflict',
      completed_acquisition_attempt_id: made.attemptId,
    });
    const recorded = await readSubscriptions(made.id);
    expect(recorded).toHaveLength(2);
    expect(recorded[1]).toMatchObject({
      id: expect.stringMatching(/^psub_/),
      provider_subscription_id: second,
      status: 'trialing',
    });
    const shown = await callDashboard(api).subscriptions.listBySession({ id: made.id });
    expect(shown.map(({ id }) => id).sort()).toEqual(recorded.map(({ id }) => id).sort());
    const types = await readEvents(api, made.id);
    expect(types.filter((type) => type === 'subscription.created')).toHaveLength(2);
    expect(types.filter((type) => type === conflicted)).toHaveLength(1);
    expect(await readPayments(api, made.id)).toHaveLength(1);
  });

  it('is a conflict again when it bills, and the payment is recorded', async () => {
    const made = await paidSession(path);
    const second = await retryAsTrial(made);
    await conflictsReach(made.id, 1);
    await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'accept' });
    await control(payments, `subscriptions/${second}/advance`);
    expect((await stripe.subscriptions.retrieve(second)).status).toBe('active');
    await sessionReaches(api, made.id, { status: 'payment_conflicted' });
    expect(await readConflicts(made.id)).toBe(2);
    const taken = await readPayments(api, made.id);
    expect(taken).toHaveLength(2);
    expect(taken[1]).toMatchObject({ attemptId: made.attemptId, amountMinor: 4200 });
    const { data } = await stripe.invoices.list({ subscription: second, limit: 1 });
    const paid = await stripe.invoicePayments.list({ invoice: data[0]?.id ?? '' });
    expect(taken[1]?.providerObjectId).toBe(paid.data[0]?.payment.payment_intent);
  });

  it('emits proxy_session.payment_conflicted for a provisioned session, and again when it bills', async () => {
    const made = await paidSession(path);
    await api.post(`/proxy_sessions/${made.id}/provisioned`, {});
    const second = await retryAsTrial(made);
    await conflictsReach(made.id, 1);
    await control(payments, `subscriptions/${second}/advance`);
    await conflictsReach(made.id, 2);
    expect(await readPayments(api, made.id)).toHaveLength(2);
    await sessionReaches(api, made.id, { status: 'provisioned' });
  });

  it('leaves the renewals of the first subscription out of the payments of the session', async () => {
    const made = await paidSession(path);
    await retryAsTrial(made);
    await conflictsReach(made.id, 1);
    const [first] = await readSubscriptions(made.id);
    await renew(first?.provider_subscription_id ?? '');
    expect(await readPayments(api, made.id)).toHaveLength(1);
    expect(await readConflicts(made.id)).toBe(1);
  });
});

it.concurrent.each(trialPaths)(
  'a second subscription that names the attempt of a trial is a conflict without a payment: $name',
  async (path) => {
    const made = await prepared(payments, path);
    await made.pay('pm_card_visa');
    await sessionReaches(api, made.id, { status: 'provisionable' });
    await retryAsTrial(made);
    await sessionReaches(api, made.id, { status: 'payment_conflicted' });
    expect(await readSubscriptions(made.id)).toHaveLength(2);
    expect(await readPayments(api, made.id)).toEqual([]);
  },
);

/** A session with a trial, of which a second one makes a conflict without a payment. */
async function conflictOfTrials() {
  const made = await prepared(payments, trialPaths[1] as Path);
  await made.pay('pm_card_visa');
  await sessionReaches(api, made.id, { status: 'provisionable' });
  const second = await retryAsTrial(made);
  await sessionReaches(api, made.id, { status: 'payment_conflicted' });
  return { ...made, second };
}

const resolve = (id: string, body: object) => api.post(`/proxy_sessions/${id}/resolve`, body);

describe.concurrent('a conflict in which nothing was charged', () => {
  it('becomes provisionable when it is accepted, also when that is repeated', async () => {
    const { id, attemptId } = await conflictOfTrials();
    const accepted = await resolve(id, { resolution: 'accept' });
    expect(accepted.body).toMatchObject({ status: 'provisionable' });
    await sessionReaches(api, id, {
      status: 'provisionable',
      actionable_next_step: 'provision',
      completed_acquisition_attempt_id: attemptId,
    });
    const types = await readEvents(api, id);
    expect(types.slice(-1)).toEqual(['proxy_session.provisionable']);
    expect((await resolve(id, { resolution: 'accept' })).body).toEqual(accepted.body);
    expect(await readEvents(api, id)).toEqual(types);
  });

  it.each([false, true])(
    'is not resolved as refunded, refunded elsewhere: %s, while a subscription runs',
    async (refunded_elsewhere) => {
      const { id, rootId, second } = await conflictOfTrials();
      const refunded = { resolution: 'refunded', refunded_elsewhere };
      for (const left of [[rootId, second], [second]]) {
        const response = await resolve(id, refunded);
        expect([response.status, response.body.error.code]).toEqual([409, 'subscription_running']);
        expect(response.body.error.message).toContain(
          `Still running at the provider: ${left.join(', ')}. Cancel each`,
        );
        await stripe.subscriptions.cancel(left[0] ?? '');
      }
      expect((await resolve(id, refunded)).body).toMatchObject({ status: 'canceled' });
    },
  );

  it('can be accepted for its trial after a payment that was not due was refunded', async () => {
    const { id, attemptId, second } = await conflictOfTrials();
    await control(payments, `subscriptions/${second}/advance`);
    await waitFor(async () => (await readPayments(api, id)).length === 1, {
      what: 'the payment to be recorded',
    });
    const [taken] = await readPayments(api, id);
    await stripe.refunds.create({ payment_intent: taken?.providerObjectId ?? '' });
    await stripe.subscriptions.cancel(second);
    const accepted = await resolve(id, { resolution: 'accept' });
    expect(accepted.body).toMatchObject({ status: 'provisionable' });
    await sessionReaches(api, id, { completed_acquisition_attempt_id: attemptId });
  });
});

it.concurrent('records what a trial bills that was for a previous cart and completed nothing', async () => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const { body } = await api.post(`/proxy_sessions/${id}/acquisition_attempts`, {
    ...attemptOptions,
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  });
  await api.call('PUT', `/proxy_sessions/${id}/cart`, {
    amount_minor: 5000,
    cart_snapshot: {},
    currency: 'eur',
    expected_cart_version: 1,
  });
  const trial = await retryAsTrial({ id, attemptId: body.acquisition_attempt.id });
  await sessionReaches(api, id, {
    status: 'payment_conflicted',
    completed_acquisition_attempt_id: null,
  });
  await control(payments, `subscriptions/${trial}/advance`);
  await conflictsReach(id, 2);
  expect(await readPayments(api, id)).toMatchObject([{ amountMinor: 4200, currency: 'eur' }]);
});

it.concurrent('follows a subscription that paid in place of the root, without its renewals as payments', async () => {
  const made = await prepared(payments, directPath);
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const { data } = await stripe.paymentMethods.list({ customer: customer.id });
  const { id: product } = await stripe.products.create({ name: 'Coffee, monthly' });
  const recurring = { interval: 'month' } as const;
  const paying = await stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: data[0]?.id ?? '',
    items: [{ price_data: { currency: 'eur', unit_amount: 4200, product, recurring } }],
    metadata: (await stripe.subscriptions.retrieve(made.rootId)).metadata,
  });
  await sessionReaches(api, made.id, { status: 'paid' });
  await renew(paying.id);
  await sessionReaches(api, made.id, { status: 'paid' });
  expect(await readPayments(api, made.id)).toHaveLength(1);
  await stripe.subscriptions.cancel(paying.id);
  await waitFor(
    async () =>
      (await readSubscriptions(made.id)).some(
        ({ provider_subscription_id, status }) =>
          provider_subscription_id === paying.id && status === 'canceled',
      ),
    { what: 'the end of the paying subscription to be recorded' },
  );
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
