import { DomainError } from '@parley/domain';
import { newId } from '@parley/operations';
import { createPayerCaller } from '@parley/router/payer';
import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { order } from './api.ts';
import { readEvents, startPayments } from './provider.ts';

// Without a worker, only the page can complete the payment.
const payments = await startPayments({ worker: 'none' });
afterAll(() => payments.stop());

const payer = () => createPayerCaller({ deps: payments.api.deps, requestId: newId('req') });

async function handedOff(change: object = {}) {
  const { body } = await payments.api.post('/proxy_sessions/handoff', {
    ...order,
    publishable_key: payments.api.merchant.publishableKey,
    ...change,
  });
  return { id: body.id as string, pk: payments.api.merchant.publishableKey };
}

/** The payment intent behind a client secret. */
const getIntent = (clientSecret: string | null | undefined) =>
  payments.stripe.paymentIntents.retrieve(String(clientSecret).split('_secret_')[0] ?? '');

const pay = (intent: { id: string }, method: string) =>
  payments.stripe.paymentIntents
    .confirm(intent.id, { payment_method: method, use_stripe_sdk: true })
    .catch(() => undefined);

describe('the payer page', () => {
  it('opens, prepares and takes a payment and shows its success', async () => {
    const link = await handedOff();
    const { form, page } = await payer().openPage(link);
    expect(page).toMatchObject({
      merchant_name: 'Nordlicht Coffee',
      status: 'payer_opened',
      amount_minor: 4200,
      currency: 'eur',
      lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amountMinor: 4200 }],
    });
    expect(form).toMatchObject({ publishable_key: payments.account.publishableKey });
    const intent = await getIntent(form?.client_secret);
    expect(intent).toMatchObject({
      amount: 4200,
      currency: 'eur',
      status: 'requires_payment_method',
    });
    expect(intent.metadata).toMatchObject({ proxy_session_id: link.id });
    const shown = { amount_minor: 4200, currency: 'eur', cart_version: page.cart_version };
    expect((await payer().checkCharge({ ...link, ...shown })).payable).toBe(true);
    await pay(intent, 'pm_card_visa');
    expect(await payer().syncPayment(link)).toMatchObject({
      status: 'paid',
      presentation_state: 'succeeded',
    });
    await payer().syncPayment(link);
    const events = await readEvents(payments.api, link.id);
    expect(events.filter((type) => type === 'proxy_session.paid')).toHaveLength(1);
    expect((await payer().preparePayment(link)).form).toBeNull();
  });

  it('prepares one payment intent for concurrent pages', async () => {
    const link = await handedOff();
    const prepared = await Promise.all(
      Array.from({ length: 6 }, () => payer().preparePayment(link)),
    );
    expect(new Set(prepared.map(({ form }) => form?.client_secret)).size).toBe(1);
  });

  it('takes the payment only for the current cart that the payer saw', async () => {
    const link = await handedOff();
    const { form, page } = await payer().preparePayment(link);
    await payments.api.call('PUT', `/proxy_sessions/${link.id}/cart`, {
      amount_minor: 5000,
      currency: 'eur',
      cart_snapshot: {},
      expected_cart_version: 1,
    });
    const shown = { amount_minor: 4200, currency: 'eur', cart_version: page.cart_version };
    const checked = await payer().checkCharge({ ...link, ...shown });
    expect(checked).toMatchObject({
      payable: false,
      page: { presentation_state: 'price_changed', amount_minor: 5000, cart_version: 2 },
    });
    const again = await payer().preparePayment(link);
    // The secret of the first object may be in another tab, so it is not updated.
    expect(await getIntent(form?.client_secret)).toMatchObject({
      status: 'canceled',
      amount: 4200,
    });
    expect(await getIntent(again.form?.client_secret)).toMatchObject({ amount: 5000 });
    const now = { amount_minor: 5000, currency: 'eur', cart_version: 2 };
    expect((await payer().checkCharge({ ...link, ...now })).payable).toBe(true);
  });

  it('closes a payment intent that an interrupted page created for the previous cart', async () => {
    const link = await handedOff();
    const { api, stripe } = payments;
    const { form } = await payer().preparePayment(link);
    const first = await getIntent(form?.client_secret);
    // Simulates a lost response of the provider: the row has no root object.
    await api.database.client.acquisitionAttempt.updateMany({
      where: { merchantId: api.merchant.id, proxySessionId: link.id },
      data: {
        status: 'reserved',
        providerRootObjectId: null,
        providerRootObjectType: null,
        rootCreatedBy: null,
        confirmedAt: null,
        confirmedAmountMinor: null,
        confirmedCurrency: null,
        confirmedCartVersion: null,
        confirmedEvidenceSha256: null,
      },
    });
    await api.call('PUT', `/proxy_sessions/${link.id}/cart`, {
      amount_minor: 4500,
      currency: 'eur',
      cart_snapshot: {},
      expected_cart_version: 1,
    });
    const again = await payer().preparePayment(link);
    expect(await stripe.paymentIntents.retrieve(first.id)).toMatchObject({ status: 'canceled' });
    expect(await getIntent(again.form?.client_secret)).toMatchObject({ amount: 4500 });
  });

  it('offers another try with the same payment intent after a decline', async () => {
    const link = await handedOff();
    const { form } = await payer().preparePayment(link);
    const intent = await getIntent(form?.client_secret);
    await pay(intent, 'pm_card_visa_chargeDeclined');
    expect(await payer().syncPayment(link)).toMatchObject({
      presentation_state: 'retry_available',
      status_reason: 'payment_declined',
    });
    const again = await payer().preparePayment(link);
    expect(again.form?.client_secret).toBe(form?.client_secret);
    await pay(intent, 'pm_card_visa');
    expect(await payer().syncPayment(link)).toMatchObject({ status: 'paid' });
  });

  it('starts a second attempt after the provider canceled the first', async () => {
    const link = await handedOff();
    const { form } = await payer().preparePayment(link);
    const first = await getIntent(form?.client_secret);
    await payments.stripe.paymentIntents.cancel(first.id);
    await payer().syncPayment(link);
    const again = await payer().preparePayment(link);
    const second = await getIntent(again.form?.client_secret);
    expect(second.id).not.toBe(first.id);
    await pay(second, 'pm_card_visa');
    expect(await payer().syncPayment(link)).toMatchObject({ status: 'paid' });
  });

  it('takes no payment for an amount of zero', async () => {
    const link = await handedOff({ amount_minor: 0 });
    expect(await payer().preparePayment(link)).toMatchObject({
      form: null,
      page: { status: 'provisionable', presentation_state: 'succeeded' },
    });
  });

  it('takes no payment after the session expired', async () => {
    const link = await handedOff({ expires_at: new Date(Date.now() + 300).toISOString() });
    await waitFor(async () => (await payer().getPage(link)).deadline_passed);
    expect(await payer().openPage(link)).toMatchObject({
      form: null,
      page: { status: 'payer_handoff_pending' },
    });
    expect((await payer().preparePayment(link)).form).toBeNull();
  });

  it('is not found with another merchant’s key, an unknown id or a secret key', async () => {
    const link = await handedOff();
    const readCode = async (change: object) =>
      payer()
        .openPage({ ...link, ...change })
        .then(
          () => 'opened',
          (error: { cause?: unknown }) =>
            error.cause instanceof DomainError ? error.cause.code : String(error),
        );
    expect(await readCode({ pk: payments.api.other.publishableKey })).toBe('not_found');
    expect(await readCode({ id: newId('psess') })).toBe('not_found');
    expect(await readCode({ pk: payments.api.merchant.secretKey })).toBe('invalid_api_key');
  });
});
