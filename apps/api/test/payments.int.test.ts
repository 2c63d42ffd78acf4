import { afterAll, describe, expect, it } from 'vitest';
import { hex, order } from './api.ts';
import {
  attachIntent,
  payableSession,
  readEvents,
  sessionReaches,
  settlePayment,
  startPayments,
} from './provider.ts';

const payments = await startPayments();
afterAll(() => payments.stop());

const pay = (intent: string, method: string) =>
  payments.stripe.paymentIntents.confirm(intent, {
    payment_method: method,
    return_url: 'https://shop.test/return',
  });
/** A card that is declined makes the provider's client throw. */
const tryToPay = (intent: string, method: string) => pay(intent, method).catch(() => null);

describe('a payment by the merchant’s own server', () => {
  it('makes the session paid once and can be reported provisioned', async () => {
    const { api } = payments;
    const { id, intent, attemptId } = await payableSession(payments);
    await pay(intent.id, 'pm_card_visa');
    const session = await sessionReaches(api, id, { status: 'paid' });
    expect(session).toMatchObject({
      presentation_state: 'succeeded',
      actionable_next_step: 'provision',
      completed_acquisition_attempt_id: attemptId,
      final: { amount_minor: 4200, currency: 'eur' },
      current_acquisition_attempt: { status: 'succeeded', status_reason: null },
    });
    const report = { fulfillment_reference: 'shipment_1' };
    const first = await api.post(`/proxy_sessions/${id}/provisioned`, report);
    expect(first.body).toMatchObject({ proxy_session_id: id, status: 'provisioned' });
    expect((await api.post(`/proxy_sessions/${id}/provisioned`, report)).body).toEqual(first.body);
    const failed = await api.post(`/proxy_sessions/${id}/provisioning_failed`, {
      error_message: 'too late',
    });
    expect(failed.body.error.code).toBe('session_state_conflict');
    expect(await readEvents(api, id)).toEqual([
      'proxy_session.created',
      'proxy_session.payer_handoff_issued',
      'proxy_session.payer_opened',
      'acquisition_attempt.reserved',
      'acquisition_attempt.provider_attached',
      'acquisition_attempt.cart_confirmed',
      'acquisition_attempt.succeeded',
      'proxy_session.paid',
      'proxy_session.provisioned',
    ]);
  });

  it('can be tried again after a decline', async () => {
    const { api } = payments;
    const { id, intent } = await payableSession(payments);
    await tryToPay(intent.id, 'pm_card_visa_chargeDeclined');
    await sessionReaches(api, id, {
      status: 'payer_opened',
      presentation_state: 'retry_available',
      current_acquisition_attempt: { status: 'confirmed', status_reason: 'payment_declined' },
    });
    await pay(intent.id, 'pm_card_visa');
    await sessionReaches(api, id, { status: 'paid' });
  });

  it('shows a required action and locks the cart meanwhile', async () => {
    const { api } = payments;
    const { id, intent } = await payableSession(payments);
    await pay(intent.id, 'pm_card_authenticationRequired');
    await sessionReaches(api, id, {
      status: 'payer_opened',
      presentation_state: 'action_required',
    });
    const cart = {
      amount_minor: 100,
      currency: 'eur',
      cart_snapshot: {},
      expected_cart_version: 1,
    };
    const { status, body } = await api.call('PUT', `/proxy_sessions/${id}/cart`, cart);
    expect([status, body.error.code]).toEqual([409, 'payment_in_progress']);
  });

  it('shows the processing and the success of a payment that settles later', async () => {
    const { api } = payments;
    const { id, intent } = await payableSession(payments);
    await pay(intent.id, 'pm_card_settlesLater');
    await sessionReaches(api, id, {
      status: 'payment_processing',
      presentation_state: 'processing',
      actionable_next_step: 'await_provider',
    });
    await settlePayment(payments, intent.id);
    await sessionReaches(api, id, { status: 'paid' });
  });

  it('returns to the open page when a processing payment fails', async () => {
    const { api } = payments;
    const { id, intent } = await payableSession(payments);
    await pay(intent.id, 'pm_card_settlesLaterFails');
    await sessionReaches(api, id, { status: 'payment_processing' });
    await settlePayment(payments, intent.id);
    await sessionReaches(api, id, {
      status: 'payer_opened',
      presentation_state: 'retry_available',
    });
  });

  it('continues with another attempt after the provider object was canceled', async () => {
    const { api, stripe } = payments;
    const { id, intent, attemptsPath, attemptId } = await payableSession(payments);
    await stripe.paymentIntents.cancel(intent.id);
    await sessionReaches(api, id, {
      actionable_next_step: 'supersede_attempt',
      current_acquisition_attempt: { status: 'canceled' },
    });
    const [ended] = (await api.get(attemptsPath)).body.data;
    const replaced = await api.post(`${attemptsPath}/${attemptId}/supersede`, {
      expected_version: ended.version,
      reason: 'provider_canceled',
      replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
    });
    expect(replaced.body.acquisition_attempt).toMatchObject({
      attempt_number: 2,
      status: 'reserved',
      supersedes_attempt_id: attemptId,
    });
    const second = await attachIntent(api, stripe, replaced.body);
    await pay(second.intent.id, 'pm_card_visa');
    await sessionReaches(api, id, {
      status: 'paid',
      completed_acquisition_attempt_id: second.attemptId,
    });
    const statuses = (await api.get(attemptsPath)).body.data.map(
      (attempt: { status: string }) => attempt.status,
    );
    expect(statuses).toEqual(['superseded', 'succeeded']);
  });

  it('shows a conflict if the taken amount differs from the charge', async () => {
    const { api, stripe } = payments;
    const { id, intent } = await payableSession(payments);
    await stripe.paymentIntents.update(intent.id, { amount: 4100 });
    await pay(intent.id, 'pm_card_visa');
    await sessionReaches(api, id, {
      status: 'payment_conflicted',
      presentation_state: 'under_review',
      actionable_next_step: 'resolve_conflict',
      final: { amount_minor: 4100, currency: 'eur' },
      current_acquisition_attempt: { status: 'integrity_failed', status_reason: 'amount_mismatch' },
    });
    const events = await readEvents(api, id);
    expect(events.at(-1)).toBe('proxy_session.payment_conflicted');
  });
});

describe('a payment by a checkout session of the provider', () => {
  it('expires the attempt when the checkout session expires', async () => {
    const { api, stripe } = payments;
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const checkout = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'https://shop.test/thanks',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'eur', unit_amount: 4200, product_data: { name: 'Coffee' } },
        },
      ],
    });
    await api.post(`/proxy_sessions/${id}/provider_bindings`, {
      provider_checkout_session_id: checkout.id,
      psp: 'provider',
    });
    await stripe.checkout.sessions.expire(checkout.id);
    await sessionReaches(api, id, {
      status: 'created',
      presentation_state: 'retry_available',
      current_acquisition_attempt: { status: 'expired' },
    });
  });
});

describe('the deadline of a session', () => {
  it('expires the session and closes the provider object', async () => {
    const { api, stripe } = payments;
    const { id, intent } = await payableSession(payments, {
      expires_at: new Date(Date.now() + 2_000).toISOString(),
    });
    await sessionReaches(api, id, {
      status: 'expired',
      presentation_state: 'expired',
      actionable_next_step: 'none',
      current_acquisition_attempt: { status: 'canceled' },
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
    const { status, body } = await api.post(`/proxy_sessions/${id}/payer_opened`);
    expect([status, body.error.code]).toEqual([409, 'session_expired']);
  });
});
