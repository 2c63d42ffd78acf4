import { afterAll, describe, expect, it } from 'vitest';
import { getCode } from '../attempt-stages.ts';
import { type Path, paths, prepared } from '../paths.ts';
import { sessionReaches } from '../provider.ts';
import { expectMoneyRecorded } from '../recorded-money.ts';
import { startHosted } from './hosted.ts';
import { cards } from './payer-browser.ts';
import { getFixed, handedOff, type Progress, reservedBy } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());
const { payments, payer } = hosted;
const { api, stripe } = payments;

const byIntent = getFixed({ integration_path: 'payment_intent', commercial_mode: 'one_time' });
const [intentPath, , subscriptionPath] = paths as readonly [Path, Path, Path];
const getIntent = (form: { client_secret: string | null }) =>
  form.client_secret?.split('_secret_')[0] ?? '';
const cart = { cart_snapshot: { lines: [{ name: 'Coffee', quantity: 1, amount_minor: 5000 }] } };

describe('replacing a cart that the provider is already charging, although no event has reported it', () => {
  it.each([
    ['while the payer authenticates', 'pm_card_authenticationRequired'],
    ['while the payment settles', 'pm_card_settlesLater'],
  ])('is refused %s', async (_, card) => {
    const made = await prepared(payments, intentPath, { scenario: 'drop_events' });
    await made.pay(card);
    const view = async () => (await api.get(`/proxy_sessions/${made.id}/merchant`)).body;
    expect(await view()).toMatchObject({ current_acquisition_attempt: { status: 'confirmed' } });
    const response = await hosted.replaceCart({ id: made.id, pk: '' }, cart);
    expect(getCode(response)).toEqual([409, 'payment_in_progress']);
    expect(await view()).toMatchObject({ cart_version: 1, amount_minor: 4200 });
  });

  it('is refused once the payer has paid, and the session is paid', async () => {
    const made = await prepared(payments, intentPath, { scenario: 'drop_events' });
    await made.pay('pm_card_visa');
    const response = await hosted.replaceCart({ id: made.id, pk: '' }, cart);
    expect(response.status).toBe(409);
    await sessionReaches(api, made.id, { status: 'paid', cart_version: 1 });
  });
});

it('a subscription’s checkout session, which hides its payment, is closed before the cart is replaced', async () => {
  const made = await prepared(payments, subscriptionPath, { scenario: 'drop_events' });
  await made.pay('pm_card_authenticationRequired');
  expect((await hosted.replaceCart({ id: made.id, pk: '' }, cart)).status).toBe(200);
  expect((await stripe.checkout.sessions.retrieve(made.rootId)).status).toBe('expired');
  await sessionReaches(api, made.id, {
    cart_version: 2,
    current_acquisition_attempt: { status: 'expired' },
  });
});

describe('a payment intent whose cart was replaced while the payer’s form was open', () => {
  it.each<[string, Progress | null]>([
    ['of the payer page', null],
    ['of a reservation by the merchant', 'reserved'],
    ['of the merchant’s server', 'confirmed'],
  ])('takes no money any more once the page is prepared again: one %s', async (_, progress) => {
    const link = progress
      ? (await reservedBy(payments, byIntent, { progress })).link
      : await handedOff(payments);
    const before = await hosted.payable(link);
    expect((await hosted.replaceCart(link, cart)).status).toBe(200);
    const after = await hosted.payable(link);
    expect(after.page.amount_minor).toBe(5000);
    expect(getIntent(after.form)).not.toBe(getIntent(before.form));
    expect((await stripe.paymentIntents.retrieve(getIntent(before.form))).status).toBe('canceled');
    expect((await hosted.submit(before.form, cards.visa)).status).toBe(400);
    await hosted.submit(after.form, cards.visa);
    expect(await payer.call('syncPayment', link)).toMatchObject({
      status: 'paid',
      amount_minor: 5000,
    });
    const created = await stripe.paymentIntents.retrieve(getIntent(after.form));
    expect(created).toMatchObject({ amount: 5000, amount_received: 5000 });
  });

  it('is never presented for the new cart if a challenge of the old amount begins', async () => {
    const link = await handedOff(payments);
    const before = await hosted.payable(link);
    expect((await hosted.replaceCart(link, cart)).status).toBe(200);
    await hosted.submit(before.form, cards.authenticated);
    const { form } = await payer.call('preparePayment', link);
    expect(form?.client_secret).not.toBe(before.form.client_secret);
  });
});

describe('a challenge whose object has another charge than the page', () => {
  it.each([
    ['amount', { amount: 5000 }],
    ['currency', { currency: 'usd' }],
  ])('is not presented and cannot be resumed if the %s differs', async (_, change) => {
    const { link, rootId } = await reservedBy(payments, byIntent, { progress: 'confirmed' });
    const { form, page } = await hosted.payable(link);
    await stripe.paymentIntents.update(rootId ?? '', change);
    await hosted.submit(form, cards.authenticated);
    await sessionReaches(api, link.id, { presentation_state: 'action_required' });
    expect(await payer.checkCharge(link, page)).toMatchObject({ payable: false });
    const again = await payer.call('preparePayment', link);
    expect(again.form?.client_secret).not.toBe(form.client_secret);
  });

  it('can be resumed if the charge is that of the page', async () => {
    const { link } = await reservedBy(payments, byIntent, { progress: 'confirmed' });
    const { form, page } = await hosted.payable(link);
    await hosted.submit(form, cards.authenticated);
    await sessionReaches(api, link.id, { presentation_state: 'action_required' });
    expect(await payer.checkCharge(link, page)).toMatchObject({ payable: true });
    const again = await hosted.prepared(link);
    expect(again.form.client_secret).toBe(form.client_secret);
  });
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
