import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handedOff, monthly, type Progress, type Reservation, reservedBy } from './hosted-page.ts';
import { cards, type Link, servePayer, submit } from './payer-browser.ts';
import { eventsOf, type Payments, sessionReaches, startPayments } from './provider.ts';

let payments: Payments;
let payer: Awaited<ReturnType<typeof servePayer>>;
beforeAll(async () => {
  payments = await startPayments();
  payer = await servePayer(payments);
});
afterAll(async () => {
  await payer.stop();
  await payments.stop();
});

type Options = Omit<Reservation, 'pricing_mode'>;

const paths: readonly Options[] = [
  { integration_path: 'payment_intent', commercial_mode: 'one_time' },
  { integration_path: 'payment_intent', commercial_mode: 'subscription' },
  ...(['one_time', 'subscription'] as const).flatMap((commercial_mode) => [
    { integration_path: 'checkout_session' as const, commercial_mode },
    ...(['hosted', 'embedded', 'custom'] as const).map((checkout_ui_mode) => ({
      integration_path: 'checkout_session' as const,
      commercial_mode,
      checkout_ui_mode,
    })),
  ]),
  ...(['setup_intent', 'saved_payment_method'] as const).map((direct_subscription_source) => ({
    integration_path: 'direct_subscription' as const,
    commercial_mode: 'subscription' as const,
    direct_subscription_source,
  })),
];

const rows = paths.flatMap((path) =>
  (['fixed', 'provider_finalized'] as const).flatMap((pricing_mode) =>
    (['reserved', 'attached', 'confirmed'] as const).map((progress) => ({
      reservation: { ...path, pricing_mode },
      progress,
      name: [...Object.values(path), pricing_mode, `${progress} by the merchant`].join(', '),
    })),
  ),
);

/** How a form of this path is mounted: what the merchant left open the page decides. */
function kindOf(reservation: Reservation, progress: Progress) {
  if (reservation.integration_path !== 'checkout_session') return 'payment';
  const open = progress === 'reserved' ? 'embedded' : 'hosted';
  return reservation.checkout_ui_mode ?? open;
}

/** Opens the page up to where the payer can press the button. */
async function prepared(link: Link) {
  await payer.ask('openPage', link);
  const { form, page, waiting } = await payer.ask('preparePayment', link);
  expect(waiting).toBe(false);
  if (!form) throw new Error(`no form, but ${page.presentation_state}`);
  return { form, page };
}

async function payable(link: Link) {
  const { form, page } = await prepared(link);
  expect((await payer.checkCharge(link, page)).payable).toBe(true);
  return { form, page };
}

const merchantView = async ({ id }: Link) =>
  (await payments.api.get(`/proxy_sessions/${id}/merchant`)).body;

const replaceCart = ({ id }: Link, cart: object) =>
  payments.api.call('PUT', `/proxy_sessions/${id}/cart`, {
    amount_minor: 5000,
    currency: 'eur',
    expected_cart_version: 1,
    ...cart,
  });

describe.concurrent('every path, both modes, both prices, however far the merchant went', () => {
  it.each(rows)('$name: paid', async ({ reservation, progress }) => {
    const { link, rootId } = await reservedBy(payments, reservation, { progress });
    const { form, page } = await payable(link);
    expect(form.kind).toBe(kindOf(reservation, progress));
    expect(page).toMatchObject({ amount_minor: 4200, currency: 'eur' });
    expect((await submit(payments, form, cards.visa)).status).toBe(200);
    expect(await payer.ask('syncPayment', link)).toMatchObject({
      status: 'paid',
      presentation_state: 'succeeded',
    });
    const session = await sessionReaches(payments.api, link.id, {
      status: 'paid',
      final: { amount_minor: 4200, currency: 'eur' },
      current_acquisition_attempt: { status: 'succeeded', attempt_number: 1 },
    });
    const { data } = (await payments.api.get(`/proxy_sessions/${link.id}/acquisition_attempts`))
      .body;
    expect(data).toMatchObject([{ ...reservation, provider_confirmed_cart_version: 1 }]);
    if (rootId !== null) expect(data[0].provider_root_object_id).toBe(rootId);
    expect(session.completed_acquisition_attempt_id).toBe(data[0].id);
    await eventsOf(payments.api, link.id);
    expect((await payer.ask('preparePayment', link)).form).toBeNull();
  });

  it.each(rows.filter(({ reservation }) => reservation.pricing_mode === 'fixed'))(
    '$name: declined, then paid in the same place',
    async ({ reservation, progress }) => {
      const { link } = await reservedBy(payments, reservation, { progress });
      const { form } = await payable(link);
      expect((await submit(payments, form, cards.declined)).status).toBe(402);
      const after = await payer.ask('syncPayment', link);
      // What is tried on the provider's page of a subscription shows nowhere before it is done.
      const hidden =
        reservation.integration_path === 'checkout_session' &&
        reservation.commercial_mode === 'subscription';
      expect(after).toMatchObject({
        status: 'payer_opened',
        presentation_state: hidden ? 'checkout_available' : 'retry_available',
        status_reason: hidden ? null : 'payment_declined',
        payment_received: false,
      });
      const again = await payable(link);
      const { client_secret, url } = form;
      expect(again.form).toMatchObject({ client_secret, url });
      expect((await submit(payments, again.form, cards.visa)).status).toBe(200);
      expect(await payer.ask('syncPayment', link)).toMatchObject({ status: 'paid' });
    },
  );
});

const fixed = { pricing_mode: 'fixed' } as const;
const direct = {
  ...fixed,
  integration_path: 'direct_subscription',
  commercial_mode: 'subscription',
} as const;
const checkout = (commercial_mode: 'one_time' | 'subscription') =>
  ({
    ...fixed,
    integration_path: 'checkout_session',
    commercial_mode,
    checkout_ui_mode: 'embedded',
  }) as const;

describe.concurrent('a trial', () => {
  const trial = { trial_period_days: 14 };
  const terms = {
    due_now_minor: 0,
    recurring: [{ amount_minor: 4200, interval: 'month', interval_count: 1 }],
  };

  it('begins with the payer’s card and not before', async () => {
    const { link } = await reservedBy(payments, direct, { cart: trial });
    const { form, page } = await payable(link);
    expect(form.kind).toBe('setup');
    expect(page.terms).toEqual({ ...terms, trial_days: 14, trial_end: null });
    expect(await payer.ask('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    expect((await submit(payments, form, cards.declined)).status).toBe(402);
    expect(await payer.ask('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    expect((await submit(payments, form, cards.visa)).status).toBe(200);
    expect(await payer.ask('syncPayment', link)).toMatchObject({
      status: 'provisionable',
      payment_received: false,
    });
    const { data } = (await payments.api.get(`/proxy_sessions/${link.id}/acquisition_attempts`))
      .body;
    const id = data[0].provider_root_object_id;
    const subscription = await payments.stripe.subscriptions.retrieve(id);
    expect(subscription).toMatchObject({ status: 'trialing', pending_setup_intent: null });
    expect(subscription.default_payment_method).toMatch(/^pm_/);
    expect((await payer.ask('preparePayment', link)).form).toBeNull();
  });

  it('goes on where the page was closed after the card was kept', async () => {
    const { link } = await reservedBy(payments, direct, { cart: trial });
    const { form } = await payable(link);
    await submit(payments, form, cards.visa);
    const again = await payer.ask('preparePayment', link);
    expect(again).toMatchObject({ form: null, page: { status: 'provisionable' } });
  });

  it('does not begin for a cart the payer did not see', async () => {
    const { link } = await reservedBy(payments, direct, { cart: trial });
    const { form, page } = await payable(link);
    await replaceCart(link, {
      cart_snapshot: { lines: [{ ...monthly, amount_minor: 5000 }], ...trial },
    });
    expect((await payer.checkCharge(link, page)).payable).toBe(false);
    await submit(payments, form, cards.visa);
    expect(await payer.ask('syncPayment', link)).toMatchObject({ status: 'payer_opened' });
    const again = await payable(link);
    expect(again.form.client_secret).not.toBe(form.client_secret);
    expect(again.page.terms?.recurring).toMatchObject([{ amount_minor: 5000 }]);
    await submit(payments, again.form, cards.visa);
    expect(await payer.ask('syncPayment', link)).toMatchObject({ status: 'provisionable' });
  });

  it('that the merchant began without a card can be given one', async () => {
    const { link } = await reservedBy(payments, direct, { progress: 'confirmed', trialDays: 14 });
    await sessionReaches(payments.api, link.id, { status: 'provisionable' });
    const { form, page } = await prepared(link);
    expect(form.kind).toBe('setup');
    expect(page).toMatchObject({
      may_miss_card: true,
      terms: { ...terms, trial_end: expect.stringMatching(/^\d{4}-/) },
    });
    expect((await submit(payments, form, cards.visa)).status).toBe(200);
    expect((await payer.ask('preparePayment', link)).form).toBeNull();
  });

  it.each(['hosted', 'embedded', 'custom'] as const)(
    'is sold by a checkout session, %s',
    async (checkout_ui_mode) => {
      const reservation = { ...checkout('subscription'), checkout_ui_mode };
      for (const progress of ['reserved', 'attached'] as const) {
        const { link } = await reservedBy(payments, reservation, {
          progress,
          cart: trial,
          trialDays: 14,
        });
        const { form, page } = await payable(link);
        expect(page.terms).toMatchObject({ ...terms, trial_days: 14 });
        expect((await submit(payments, form, cards.visa)).status).toBe(200);
        expect(await payer.ask('syncPayment', link)).toMatchObject({ status: 'provisionable' });
      }
    },
  );
});

describe.concurrent('a cart that changed', () => {
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
  ] as const)('closes and replaces %s', async (_, reservation, progress, line) => {
    const { link } = await reservedBy(payments, reservation, { progress });
    const before = await payable(link);
    await replaceCart(link, dearer(line));
    expect(await payer.checkCharge(link, before.page)).toMatchObject({
      payable: false,
      page: { presentation_state: 'price_changed', amount_minor: 5000 },
    });
    const after = await payable(link);
    expect(after.page.amount_minor).toBe(5000);
    expect(after.form.client_secret).not.toBe(before.form.client_secret);
    // What was shown before takes no money any more.
    expect((await submit(payments, before.form, cards.visa)).status).toBe(400);
    await submit(payments, after.form, cards.visa);
    expect(await payer.ask('syncPayment', link)).toMatchObject({
      status: 'paid',
      amount_minor: 5000,
    });
    const { data } = (await payments.api.get(`/proxy_sessions/${link.id}/acquisition_attempts`))
      .body;
    const statuses = data.map((attempt: { status: string }) => attempt.status).sort();
    expect(statuses).toEqual(['succeeded', 'superseded']);
  });

  it('counts what was paid before it could be closed', async () => {
    const { link } = await reservedBy(payments, checkout('one_time'));
    const { form } = await payable(link);
    await replaceCart(link, dearer(once));
    await submit(payments, form, cards.visa);
    const { page } = await payer.ask('preparePayment', link);
    expect(page).toMatchObject({
      status: 'payment_conflicted',
      presentation_state: 'under_review',
    });
  });

  it('waits for the merchant where only it can tell what is sold now', async () => {
    const { link } = await reservedBy(payments, checkout('subscription'));
    await payable(link);
    await replaceCart(link, { cart_snapshot: { note: 'see the contract' } });
    expect(await payer.ask('preparePayment', link)).toMatchObject({ form: null, waiting: true });
    expect(await merchantView(link)).toMatchObject({
      actionable_next_step: 'confirm_provider_cart',
    });
  });
});

describe.concurrent('what only the merchant knows', () => {
  it.each([
    ['what recurs', checkout('subscription'), { lines: [{ name: 'Coffee', amount_minor: 4200 }] }],
    ['a charge its lines do not come to', direct, { lines: [{ ...monthly, amount_minor: 100 }] }],
    [
      'whose card was saved',
      { ...direct, direct_subscription_source: 'saved_payment_method' as const },
      { lines: [monthly] },
    ],
  ])('is waited for: %s', async (_, reservation, cart_snapshot) => {
    const link = await handedOff(payments, { cart_snapshot });
    await payments.api.post(`/proxy_sessions/${link.id}/acquisition_attempts`, {
      ...reservation,
      provider_options_fingerprint: 'a'.repeat(64),
    });
    await payer.ask('openPage', link);
    const { form, page, waiting } = await payer.ask('preparePayment', link);
    expect({ form, waiting }).toEqual({ form: null, waiting: true });
    expect((await payer.checkCharge(link, page)).payable).toBe(false);
    expect(await merchantView(link)).toMatchObject({
      actionable_next_step: 'attach_provider_object',
      current_acquisition_attempt: { status: 'reserved' },
    });
  });

  it('is taken up as soon as it is there', async () => {
    const reservation = checkout('subscription');
    const cart = { lines: [{ name: 'Coffee', amount_minor: 4200 }] };
    const { link, rootId } = await reservedBy(payments, reservation, {
      progress: 'attached',
      cart,
    });
    const { form } = await payable(link);
    expect(form.client_secret).toContain(rootId);
  });

  it('sells a provider’s own price only where it comes to the charge', async () => {
    const { id: product } = await payments.stripe.products.create({ name: 'Coffee' });
    const priced = async (unit_amount: number) => {
      const recurring = { interval: 'month' } as const;
      const params = { product, currency: 'eur', unit_amount, recurring };
      const { id } = await payments.stripe.prices.create(params);
      const cart = { lines: [{ provider_price_id: id, quantity: 1 }] };
      return (await reservedBy(payments, direct, { cart })).link;
    };
    const right = await payable(await priced(4200));
    expect(right.page.terms).toMatchObject({ recurring: [{ amount_minor: 4200 }] });
    const wrong = await priced(4300);
    await payer.ask('openPage', wrong);
    for (const look of [1, 2]) {
      const answer = await payer.ask('preparePayment', wrong);
      expect(answer, `look ${look}`).toMatchObject({ form: null, waiting: true });
    }
    expect(await merchantView(wrong)).toMatchObject({
      actionable_next_step: 'confirm_provider_cart',
      current_acquisition_attempt: { status: 'attached', attempt_number: 1 },
    });
  });
});

describe.concurrent('the link', () => {
  it('leads many pages to one object', async () => {
    for (const reservation of [checkout('one_time'), direct]) {
      const { link } = await reservedBy(payments, reservation);
      await payer.ask('openPage', link);
      const pages = await Promise.all(
        Array.from({ length: 4 }, () => payer.ask('preparePayment', link)),
      );
      expect(new Set(pages.map(({ form }) => form?.client_secret)).size).toBe(1);
    }
  });

  it('shows a browser nothing but what its own object is mounted with', async () => {
    const { link } = await reservedBy(payments, direct);
    const told = JSON.stringify(await payer.ask('preparePayment', link));
    expect(told).not.toMatch(/sk_test|whsec|cus_|sub_|pspacq_|in_[A-Za-z0-9]{10}/);
    const stranger = { ...link, pk: payments.api.other.publishableKey };
    await expect(payer.ask('preparePayment', stranger)).rejects.toThrow(/no session/);
  });
});
