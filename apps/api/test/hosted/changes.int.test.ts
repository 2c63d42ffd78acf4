import { checkAttempt, systemCaller } from '@parley/operations';
import { afterAll, describe, expect, it } from 'vitest';
import { sessionReaches } from '../provider.ts';
import { startHosted } from './hosted.ts';
import { cards } from './payer-browser.ts';
import { checkout, direct, handedOff, monthly, reservedBy } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());

describe.concurrent('a cart replaced while the payer page is open', () => {
  const dearer = (line: object) => ({
    cart_snapshot: { lines: [{ ...line, amount_minor: 5000 }] },
  });
  const once = { name: 'Coffee', quantity: 1 };

  it.each([
    ['a checkout session of the page’s', checkout('one_time'), 'reserved', once],
    ['a checkout session of the merchant’s', checkout('one_time'), 'confirmed', once],
    ['a checkout session for a subscription', checkout('subscription'), 'reserved', monthly],
    ['a subscription', direct, 'reserved', monthly],
    ['a subscription of the merchant’s', direct, 'confirmed', monthly],
    [
      'a subscription of a customer of the merchant’s',
      { ...direct, direct_subscription_source: 'saved_payment_method' },
      'reserved',
      monthly,
    ],
  ] as const)('closes and replaces %s', async (_, reservation, progress, line) => {
    const { link } = await reservedBy(hosted.payments, reservation, { progress });
    const before = await hosted.payable(link);
    await hosted.replaceCart(link, dearer(line));
    expect(await hosted.payer.checkCharge(link, before.page)).toMatchObject({
      payable: false,
      page: { amount_minor: 5000 },
    });
    const after = await hosted.payable(link);
    expect(after.page.amount_minor).toBe(5000);
    expect(after.form.client_secret).not.toBe(before.form.client_secret);
    // The object that was shown before no longer accepts a payment.
    expect((await hosted.submit(before.form, cards.visa)).status).toBe(400);
    await hosted.submit(after.form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({
      status: 'paid',
      amount_minor: 5000,
    });
    const data = await hosted.attempts(link);
    const statuses = data.map((attempt: { status: string }) => attempt.status).sort();
    expect(statuses).toEqual(['succeeded', 'superseded']);
    const [customer] = new Set(data.map((one: object) => Reflect.get(one, 'provider_customer_id')));
    for (const attempt of data) expect(attempt.provider_customer_id).toBe(customer);
  });

  it('closes the provider object of the page even if the page is closed', async () => {
    const reservation = { ...checkout('one_time'), checkout_ui_mode: 'hosted' } as const;
    const { link } = await reservedBy(hosted.payments, reservation);
    const { form } = await hosted.payable(link);
    await hosted.replaceCart(link, dearer(once));
    await sessionReaches(hosted.payments.api, link.id, {
      current_acquisition_attempt: { status: 'expired' },
    });
    expect((await hosted.submit(form, cards.visa)).status).toBe(400);
    const after = await hosted.payable(link);
    await hosted.submit(after.form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({
      status: 'paid',
      amount_minor: 5000,
    });
  });

  it('leaves a provider object of the merchant’s server to the merchant', async () => {
    const { deps, merchant } = hosted.payments.api;
    const { link, rootId } = await reservedBy(hosted.payments, checkout('one_time'), {
      progress: 'confirmed',
    });
    await hosted.replaceCart(link, dearer(once));
    const [{ id: attemptId }] = await hosted.attempts(link);
    const caller = systemCaller({ merchantId: merchant.id, mode: 'test' });
    const where = { sessionId: link.id, attemptId };
    expect(await checkAttempt(deps, caller, where)).toBe('read');
    const session = await hosted.payments.stripe.checkout.sessions.retrieve(rootId ?? '');
    expect(session.status).toBe('open');
  });

  it('counts a payment made before the provider object was closed', async () => {
    const { link } = await reservedBy(hosted.payments, checkout('one_time'), {
      progress: 'confirmed',
    });
    const { form } = await hosted.payable(link);
    await hosted.replaceCart(link, dearer(once));
    await hosted.submit(form, cards.visa);
    const { page } = await hosted.payer.call('preparePayment', link);
    expect(page).toMatchObject({
      status: 'payment_conflicted',
      presentation_state: 'under_review',
    });
  });

  it.each([
    ['confirm_provider_cart', direct],
    // Meanwhile its page at the provider is closed.
    ['supersede_attempt', checkout('subscription')],
  ] as const)(
    'waits for the merchant if only the merchant knows the new items: %s',
    async (next, of) => {
      const { link } = await reservedBy(hosted.payments, of);
      await hosted.payable(link);
      await hosted.replaceCart(link, { cart_snapshot: { note: 'see the contract' } });
      await sessionReaches(hosted.payments.api, link.id, { actionable_next_step: next });
      const { form, waiting } = await hosted.payer.call('preparePayment', link);
      expect({ form, waiting }).toEqual({ form: null, waiting: true });
      expect(await hosted.merchantView(link)).toMatchObject({ actionable_next_step: next });
    },
  );
});

describe.concurrent('a payment that only the merchant can prepare', () => {
  it.each([
    ['what recurs', checkout('subscription'), { lines: [{ name: 'Coffee', amount_minor: 4200 }] }],
    ['a charge its lines do not come to', direct, { lines: [{ ...monthly, amount_minor: 100 }] }],
    [
      'whose card was saved',
      { ...direct, direct_subscription_source: 'saved_payment_method' as const },
      { lines: [monthly] },
    ],
  ])('makes the page wait: %s', async (_, reservation, cart_snapshot) => {
    const link = await handedOff(hosted.payments, { cart_snapshot });
    await hosted.payments.api.post(`/proxy_sessions/${link.id}/acquisition_attempts`, {
      ...reservation,
      provider_options_fingerprint: 'a'.repeat(64),
    });
    const { form, page, waiting } = await hosted.payer.call('openPage', link);
    expect({ form, waiting }).toEqual({ form: null, waiting: true });
    expect((await hosted.payer.checkCharge(link, page)).payable).toBe(false);
    expect(await hosted.merchantView(link)).toMatchObject({
      actionable_next_step: 'attach_provider_object',
      current_acquisition_attempt: { status: 'reserved' },
    });
  });

  it('is shown as soon as the merchant has attached it', async () => {
    const reservation = checkout('subscription');
    const cart = { lines: [{ name: 'Coffee', amount_minor: 4200 }] };
    const { link, rootId } = await reservedBy(hosted.payments, reservation, {
      progress: 'attached',
      cart,
    });
    const { form } = await hosted.payable(link);
    expect(form.client_secret).toContain(rootId);
  });

  it('uses a price of the provider only if it amounts to the charge', async () => {
    const { id: product } = await hosted.payments.stripe.products.create({ name: 'Coffee' });
    const priced = async (unit_amount: number) => {
      const recurring = { interval: 'month' } as const;
      const params = { product, currency: 'eur', unit_amount, recurring };
      const { id } = await hosted.payments.stripe.prices.create(params);
      const cart = { lines: [{ provider_price_id: id, quantity: 1 }] };
      return (await reservedBy(hosted.payments, direct, { cart })).link;
    };
    const right = await hosted.payable(await priced(4200));
    expect(right.page.terms).toMatchObject({ recurring: [{ amount_minor: 4200 }] });
    const wrong = await priced(4300);
    await hosted.payer.call('openPage', wrong);
    for (const look of [1, 2]) {
      const response = await hosted.payer.call('preparePayment', wrong);
      expect(response, `look ${look}`).toMatchObject({ form: null, waiting: true });
    }
    expect(await hosted.merchantView(wrong)).toMatchObject({
      actionable_next_step: 'confirm_provider_cart',
      current_acquisition_attempt: { status: 'attached', attempt_number: 1 },
    });
  });
});

describe.concurrent('a payment link', () => {
  it('leads concurrent pages to one provider object', async () => {
    for (const reservation of [checkout('one_time'), direct]) {
      const { link } = await reservedBy(hosted.payments, reservation);
      await hosted.payer.call('openPage', link);
      const pages = await Promise.all(
        Array.from({ length: 4 }, () => hosted.payer.call('preparePayment', link)),
      );
      expect(new Set(pages.map(({ form }) => form?.client_secret)).size).toBe(1);
    }
  });

  it('returns only the client secret of its own provider object', async () => {
    const { link } = await reservedBy(hosted.payments, direct);
    const text = JSON.stringify(await hosted.payer.call('preparePayment', link));
    expect(text).not.toMatch(/sk_test|whsec|cus_|sub_|pspacq_|in_[A-Za-z0-9]{10}/);
    const stranger = { ...link, pk: hosted.payments.api.other.publishableKey };
    await expect(hosted.payer.call('preparePayment', stranger)).rejects.toThrow(/no session/);
  });
});
