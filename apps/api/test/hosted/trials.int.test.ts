import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { sessionReaches } from '../provider.ts';
import { startHosted } from './hosted.ts';
import { cards } from './payer-browser.ts';
import { checkout, direct, monthly, reservedBy } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());

describe.concurrent('a trial', () => {
  const trial = { trial_period_days: 14 };
  const terms = {
    due_now_minor: 0,
    recurring: [{ amount_minor: 4200, interval: 'month', interval_count: 1 }],
  };

  it('starts when the payer’s card is saved and not before', async () => {
    const { link } = await reservedBy(hosted.payments, direct, { cart: trial });
    const { form, page } = await hosted.payable(link);
    expect(form.kind).toBe('setup');
    expect(page.terms).toEqual({ ...terms, trial_days: 14, trial_end: null });
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    expect((await hosted.submit(form, cards.declined)).status).toBe(402);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    expect((await hosted.submit(form, cards.visa)).status).toBe(200);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({
      status: 'provisionable',
      payment_received: false,
    });
    const data = await hosted.attempts(link);
    const id = data[0].provider_root_object_id;
    const subscription = await hosted.payments.stripe.subscriptions.retrieve(id);
    expect(subscription).toMatchObject({ status: 'trialing', pending_setup_intent: null });
    expect(subscription.default_payment_method).toMatch(/^pm_/);
    expect((await hosted.payer.call('preparePayment', link)).form).toBeNull();
  });

  it('continues after the page was closed with the card saved', async () => {
    const { link } = await reservedBy(hosted.payments, direct, { cart: trial });
    const { form } = await hosted.payable(link);
    await hosted.submit(form, cards.visa);
    const again = await hosted.payer.call('preparePayment', link);
    expect(again).toMatchObject({ form: null, page: { status: 'provisionable' } });
  });

  it('accepts no card after ten were declined in a burst, without the payer page', async () => {
    const { link } = await reservedBy(hosted.payments, direct, { cart: trial });
    const { form } = await hosted.payable(link);
    const submitted = Array.from({ length: 10 }, () => hosted.submit(form, cards.declined));
    await Promise.all(submitted);
    await waitFor(async () => (await hosted.submit(form, cards.declined)).status === 400, {
      everyMs: 200,
      what: 'the setup intent to be canceled',
    });
    expect(await hosted.payer.call('preparePayment', link)).toMatchObject({
      form: null,
      page: { declined_too_often: true },
    });
  });

  it('starts even if the page is closed and never opened again', async () => {
    const { link } = await reservedBy(hosted.payments, direct, { cart: trial });
    const { form } = await hosted.payable(link);
    await hosted.submit(form, cards.visa);
    await sessionReaches(hosted.payments.api, link.id, { status: 'provisionable' });
    const [attempt, ...more] = await hosted.attempts(link);
    expect(more).toEqual([]);
    const found = await hosted.payments.stripe.subscriptions.search({
      query: `metadata['proxy_acquisition_attempt_id']:'${attempt.id}'`,
    });
    expect(found.data.map(({ id }) => id)).toEqual([attempt.provider_root_object_id]);
  });

  it('is left to the merchant if its own server requested the card', async () => {
    const { api, stripe } = hosted.payments;
    const { link } = await reservedBy(hosted.payments, direct, { cart: trial });
    const [attempt] = await hosted.attempts(link);
    const customer = await stripe.customers.create({});
    // With the attempt's metadata, so that the provider's event is about this attempt.
    const metadata = {
      proxy_session_id: link.id,
      proxy_acquisition_attempt_id: attempt.id,
      proxy_contract_version: '2',
    };
    const setup = await stripe.setupIntents.create({ customer: customer.id, metadata });
    const roles = [
      ['customer', customer.id],
      ['setup_intent', setup.id],
    ] as const;
    for (const [at, [role, object_id]] of roles.entries()) {
      const response = await api.post(
        `/proxy_sessions/${link.id}/acquisition_attempts/${attempt.id}/provider_objects`,
        { role, object_type: role, object_id, expected_version: attempt.version + at },
      );
      expect(response.status).toBe(200);
    }
    const { form } = await hosted.payable(link);
    expect(form.client_secret).toContain(setup.id);
    await hosted.submit(form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    expect(await hosted.payer.call('preparePayment', link)).toMatchObject({ waiting: true });
    await waitFor(
      () =>
        api.database.client.providerEvent.findFirst({
          where: { merchantId: api.merchant.id, objectId: setup.id, status: 'applied' },
        }),
      { everyMs: 50, what: 'the event of the saved card to be applied' },
    );
    const found = await stripe.subscriptions.search({
      query: `metadata['proxy_acquisition_attempt_id']:'${attempt.id}'`,
    });
    expect(found.data).toEqual([]);
    expect((await hosted.attempts(link))[0].provider_root_object_id).toBeNull();
  });

  it('does not start for a cart that the payer did not see', async () => {
    const { link } = await reservedBy(hosted.payments, direct, { cart: trial });
    const { form, page } = await hosted.payable(link);
    await hosted.replaceCart(link, {
      cart_snapshot: { lines: [{ ...monthly, amount_minor: 5000 }], ...trial },
    });
    expect((await hosted.payer.checkCharge(link, page)).payable).toBe(false);
    await hosted.submit(form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    const again = await hosted.payable(link);
    expect(again.form.client_secret).not.toBe(form.client_secret);
    expect(again.page.terms?.recurring).toMatchObject([{ amount_minor: 5000 }]);
    await hosted.submit(again.form, cards.visa);
    expect(await hosted.payer.call('syncPayment', link)).toMatchObject({ status: 'provisionable' });
  });

  it('that started without a card accepts none after ten were declined in a burst', async () => {
    const { link } = await reservedBy(hosted.payments, direct, {
      progress: 'confirmed',
      trialDays: 14,
    });
    await sessionReaches(hosted.payments.api, link.id, { status: 'provisionable' });
    const { form } = await hosted.prepared(link);
    const submitted = Array.from({ length: 10 }, () => hosted.submit(form, cards.declined));
    await Promise.all(submitted);
    await waitFor(async () => (await hosted.submit(form, cards.declined)).status === 400, {
      everyMs: 200,
      what: 'the setup intent to be canceled',
    });
    expect(await hosted.payer.call('preparePayment', link)).toMatchObject({
      form: null,
      page: { declined_too_often: true, status: 'provisionable' },
    });
  });

  it('accepts a card after the merchant started it without one', async () => {
    const { link } = await reservedBy(hosted.payments, direct, {
      progress: 'confirmed',
      trialDays: 14,
    });
    await sessionReaches(hosted.payments.api, link.id, { status: 'provisionable' });
    const { form, page } = await hosted.prepared(link);
    expect(form.kind).toBe('setup');
    expect(page).toMatchObject({
      may_miss_card: true,
      terms: { ...terms, trial_end: expect.stringMatching(/^\d{4}-/) },
    });
    expect((await hosted.submit(form, cards.visa)).status).toBe(200);
    expect((await hosted.payer.call('preparePayment', link)).form).toBeNull();
  });

  it.each(['hosted', 'embedded', 'custom'] as const)(
    'can be sold by a checkout session, %s',
    async (checkout_ui_mode) => {
      const reservation = { ...checkout('subscription'), checkout_ui_mode };
      for (const progress of ['reserved', 'attached'] as const) {
        const { link } = await reservedBy(hosted.payments, reservation, {
          progress,
          cart: trial,
          trialDays: 14,
        });
        const { form, page } = await hosted.payable(link);
        expect(page.terms).toMatchObject({ ...terms, trial_days: 14 });
        expect((await hosted.submit(form, cards.visa)).status).toBe(200);
        expect(await hosted.payer.call('syncPayment', link)).toMatchObject({
          status: 'provisionable',
        });
      }
    },
  );
});
