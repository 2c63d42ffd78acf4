import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { addMerchant, asMerchant, attemptOptions, confirmation, hex, order } from './api.ts';
import { getAttempts, getCode } from './attempt-stages.ts';
import { createSubscription, lineItem } from './paths.ts';
import { attachIntent, readEvents, sessionReaches, startPayments } from './provider.ts';
import { expectMoneyRecorded, readPayments } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;

/** A session with a reserved attempt. */
async function reserved({ post } = api) {
  const { id } = (await post('/proxy_sessions', order)).body;
  const { body } = await post(getAttempts(id), attemptOptions);
  return { id: id as string, reservation: body };
}
type Reserved = Awaited<ReturnType<typeof reserved>>;

const createIntent = ({ reservation }: Reserved) =>
  stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    metadata: reservation.provider.metadata,
  });

const attachTo = (
  { id, reservation }: Reserved,
  objectId: string,
  object_type = 'payment_intent',
) =>
  api.post(`${getAttempts(id)}/${reservation.acquisition_attempt.id}/provider_objects`, {
    role: 'root',
    object_type,
    object_id: objectId,
    expected_version: reservation.acquisition_attempt.version,
    provider_confirmation: confirmation,
  });

/** Everything that attaching an object could have written of a session. */
const readState = async (id: string) => ({
  session: (await api.get(`/proxy_sessions/${id}/merchant`)).body,
  attempts: (await api.get(getAttempts(id))).body,
  events: await readEvents(api, id),
});

async function supersede({ id, reservation }: Reserved): Promise<Reserved> {
  const { intent, attemptId } = await attachIntent(api, stripe, reservation);
  await stripe.paymentIntents.cancel(intent.id);
  await sessionReaches(api, id, { current_acquisition_attempt: { status: 'canceled' } });
  const { version } = await firstAttempt({ id, reservation });
  const { body } = await api.post(`${getAttempts(id)}/${attemptId}/supersede`, {
    expected_version: version,
    reason: 'provider_canceled',
    replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
  });
  return { id, reservation: body };
}

const firstAttempt = async ({ id }: Reserved) => (await api.get(getAttempts(id))).body.data[0];

const setApiUrl = (apiUrl: string) =>
  api.database.client.providerConfig.updateMany({
    where: { merchantId: api.merchant.id },
    data: { apiUrl },
  });

describe('an object whose metadata names another attempt', () => {
  it('is not attached to an attempt of another session, and nothing is written', async () => {
    const [named, other] = [await reserved(), await reserved()];
    const intent = await createIntent(named);
    const before = [await readState(named.id), await readState(other.id)];
    expect(getCode(await attachTo(other, intent.id))).toEqual([409, 'provider_object_conflict']);
    expect([await readState(named.id), await readState(other.id)]).toEqual(before);
    expect((await attachTo(named, intent.id)).body).toMatchObject({ status: 'confirmed' });
  });

  it('is not attached to a later attempt of the same session, and nothing is written', async () => {
    const named = await reserved();
    const later = await supersede(named);
    const intent = await createIntent(named);
    const before = await readState(later.id);
    expect(getCode(await attachTo(later, intent.id))).toEqual([409, 'provider_object_conflict']);
    expect(await readState(later.id)).toEqual(before);
  });

  it('is not attached if the attempt is one of another merchant with the same provider account', async () => {
    const merchant = await addMerchant(api.database, 'Sister Shop', 'test', payments.account);
    const named = await reserved(asMerchant(api, merchant));
    const other = await reserved();
    const intent = await createIntent(named);
    const before = await readState(other.id);
    expect(getCode(await attachTo(other, intent.id))).toEqual([409, 'provider_object_conflict']);
    expect(await readState(other.id)).toEqual(before);
  });

  it('is attached if the name is not an id of this service', async () => {
    const session = await reserved();
    const metadata = { proxy_acquisition_attempt_id: 'try_1', proxy_session_id: 'order_1' };
    const intent = await stripe.paymentIntents.create({ amount: 4200, currency: 'eur', metadata });
    expect((await attachTo(session, intent.id)).body).toMatchObject({ status: 'confirmed' });
  });

  it('is not bound to another session by provider_bindings, and nothing is reserved', async () => {
    const { id: namedId } = (await api.post('/proxy_sessions', order)).body;
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const reservation = { ...attemptOptions, integration_path: 'checkout_session' };
    const { body } = await api.post(getAttempts(namedId), reservation);
    const checkout = await stripe.checkout.sessions.create({
      mode: 'payment',
      metadata: body.provider.metadata,
      success_url: 'https://shop.test/thanks',
      line_items: [lineItem(false)],
    });
    const binding = { provider_checkout_session_id: checkout.id, psp: 'provider' };
    const before = await readState(id);
    const bound = await api.post(`/proxy_sessions/${id}/provider_bindings`, binding);
    expect(getCode(bound)).toEqual([409, 'provider_object_conflict']);
    expect(await readState(id)).toEqual(before);
    expect(before.attempts.data).toEqual([]);
  });
});

describe('a subscription and the payment intent of its first invoice', () => {
  async function reservedSubscription() {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const { body } = await api.post(getAttempts(id), {
      ...attemptOptions,
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
    });
    return { id: id as string, reservation: body };
  }

  it.each([
    ['the intent to one session, then the subscription to another', 'intent'],
    ['the subscription to one session, then the intent to another', 'subscription'],
  ] as const)('cannot be attached to two sessions: %s', async (_, first) => {
    const [byIntent, bySubscription] = [await reserved(), await reservedSubscription()];
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const { metadata, idempotency_keys: keys } = bySubscription.reservation.provider;
    const { id: subscription, latest_invoice: invoice } = await createSubscription(
      stripe,
      customer.id,
      { metadata: first === 'intent' ? metadata : {}, idempotencyKey: keys.root },
    );
    const { data } = await stripe.invoicePayments.list({ invoice: invoice as string });
    const attachIntentTo = () => attachTo(byIntent, data[0]?.payment.payment_intent as string);
    const attachSubscription = () => attachTo(bySubscription, subscription, 'subscription');
    // The provider does not respond, so the object is attached unread.
    await setApiUrl('http://127.0.0.1:9');
    const attached = first === 'intent' ? await attachIntentTo() : await attachSubscription();
    await setApiUrl(payments.account.apiUrl);
    expect(attached.status).toBe(200);
    const refused = first === 'intent' ? await attachSubscription() : await attachIntentTo();
    expect(getCode(refused)).toEqual([409, 'provider_object_conflict']);
  });
});

describe('a payment through an object that was attached while the provider did not respond', () => {
  it.each([
    ['was only reserved', async () => {}],
    [
      'has an unpaid object of its own',
      ({ reservation }: Reserved) => attachIntent(api, stripe, reservation),
    ],
  ])(
    'pays the session that it is bound to, although its metadata names an attempt that %s',
    async (_, prepare) => {
      const [named, other] = [await reserved(), await reserved()];
      await prepare(named);
      const intent = await createIntent(named);
      await setApiUrl('http://127.0.0.1:9');
      const attached = await attachTo(other, intent.id);
      await setApiUrl(payments.account.apiUrl);
      expect(attached.body).toMatchObject({ status: 'confirmed' });
      // Only the event reports what happens after the object was read.
      await waitFor(async () => (await firstAttempt(other)).provider_created_at !== null, {
        what: 'the attached object to be read',
      });
      await stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      });
      const attemptId = other.reservation.acquisition_attempt.id;
      await sessionReaches(api, other.id, {
        status: 'paid',
        completed_acquisition_attempt_id: attemptId,
      });
      const taken = { providerObjectId: intent.id, amountMinor: 4200, currency: 'eur' };
      expect(await readPayments(api, other.id)).toEqual([{ ...taken, attemptId }]);
      expect(await readPayments(api, named.id)).toEqual([]);
      await sessionReaches(api, named.id, { status: 'created' });
    },
  );
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
