import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { browser, card, control, readRejection, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();

const money = { amount: 4200, currency: 'gbp' } as const;
const expand = ['latest_charge', 'payment_method'];
const read = (id: string) => stripe.paymentIntents.retrieve(id, { expand });

/** Confirms an intent as a browser does. */
async function confirm(
  { id, client_secret }: Stripe.PaymentIntent,
  fields: Record<string, string>,
): Promise<Stripe.PaymentIntent & { error?: { code?: string; param?: string } }> {
  const secret = { client_secret: client_secret ?? '' };
  const path = `/v1/payment_intents/${id}/confirm`;
  return (await browser(sandbox, 'POST', path, { ...secret, ...fields })).body;
}

const debit = (account: string) => ({
  'payment_method_data[type]': 'bacs_debit',
  'payment_method_data[bacs_debit][sort_code]': '10-88-00',
  'payment_method_data[bacs_debit][account_number]': account,
  'payment_method_data[billing_details][name]': 'Ada',
});
const bank = {
  'payment_method_data[type]': 'pay_by_bank',
  return_url: 'https://shop.test/return',
};

describe('the automatic payment methods of an intent', () => {
  it.each([
    [{}, ['card', 'pay_by_bank', 'bacs_debit']],
    [{ currency: 'eur' }, ['card']],
    [{ setup_future_usage: 'off_session' }, ['card']],
    [{ allowed_payment_method_types: ['card'] }, ['card']],
    [
      { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } },
      ['card', 'bacs_debit'],
    ],
  ] as const)('with %o are %o', async (change, types) => {
    const created = await stripe.paymentIntents.create({
      ...money,
      ...(change as Partial<Stripe.PaymentIntentCreateParams>),
    });
    expect(created.payment_method_types).toEqual(types);
  });

  it('follow the currency', async () => {
    const { id } = await stripe.paymentIntents.create({ ...money, currency: 'eur' });
    const changed = await stripe.paymentIntents.update(id, { currency: 'gbp' });
    expect(changed.payment_method_types).toHaveLength(3);
  });

  it('refuse the others', async () => {
    const intent = await stripe.paymentIntents.create({ ...money, currency: 'eur' });
    expect((await confirm(intent, bank)).error).toMatchObject({ param: 'payment_method' });
  });
});

describe('a payment at a bank', () => {
  it.each([
    ['succeeded', 'succeeded', null],
    ['failed', 'requires_payment_method', 'payment_intent_authentication_failure'],
  ] as const)('redirects the payer, who returns when it has %s', async (outcome, status, code) => {
    const intent = await stripe.paymentIntents.create(money);
    expect(
      (await confirm(intent, { 'payment_method_data[type]': 'pay_by_bank' })).error,
    ).toMatchObject({ code: 'parameter_missing', param: 'return_url' });
    const { next_action: action } = await confirm(intent, bank);
    expect(action?.type).toBe('redirect_to_url');
    const url = action?.redirect_to_url?.url ?? '';
    expect(await (await fetch(url)).text()).toContain('You pay from your account at this bank.');
    const source = new URL(url).searchParams.get('source');
    const { body } = await browser(sandbox, 'POST', `/elements/challenge/${source}`, { outcome });
    const { searchParams } = new URL((body as { return_url: string }).return_url);
    expect(searchParams.get('payment_intent')).toBe(intent.id);
    expect(searchParams.get('redirect_status')).toBe(outcome);
    const after = await read(intent.id);
    expect([after.status, after.last_payment_error?.code ?? null]).toEqual([status, code]);
    if (outcome === 'failed') return;
    expect(after.latest_charge).toMatchObject({ payment_method_details: { type: 'pay_by_bank' } });
  });
});

describe('a direct debit', () => {
  it('settles when the clock has advanced by three days', async () => {
    const intent = await stripe.paymentIntents.create(money);
    expect((await confirm(intent, debit('00012345'))).status).toBe('processing');
    await control(sandbox, 'clock/advance', { seconds: String(3 * 86_400 - 600) });
    expect((await read(intent.id)).status).toBe('processing');
    await control(sandbox, 'clock/advance', { seconds: '600' });
    expect(await read(intent.id)).toMatchObject({
      status: 'succeeded',
      payment_method: { bacs_debit: { last4: '2345', sort_code: '10-88-00' } },
      latest_charge: { payment_method_details: { bacs_debit: { last4: '2345' } } },
    });
  });

  it('fails for the test account of a failure, after which a card can pay', async () => {
    const intent = await stripe.paymentIntents.create(money);
    await confirm(intent, debit('33333335'));
    await control(sandbox, `payment_intents/${intent.id}/settle`);
    expect(await read(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
    });
    expect((await confirm(intent, card('4242424242424242'))).status).toBe('succeeded');
  });

  it('needs a test account', async () => {
    const intent = await stripe.paymentIntents.create(money);
    expect((await confirm(intent, debit('12345678'))).error?.code).toBe('bank_account_unusable');
    const missing = await readRejection(stripe.paymentMethods.create({ type: 'bacs_debit' }));
    expect([missing.code, missing.param]).toEqual(['parameter_missing', 'bacs_debit']);
  });
});

it('a card of the wallet pays, and shows that it is one', async () => {
  const intent = await stripe.paymentIntents.create(money);
  const token = { 'payment_method_data[type]': 'card' };
  const paid = await confirm(intent, {
    ...token,
    'payment_method_data[card][token]': 'tok_sandbox_wallet',
  });
  expect(paid.status).toBe('succeeded');
  const wallet = { type: 'google_pay', dynamic_last4: '4242' };
  expect(await read(intent.id)).toMatchObject({
    payment_method: { card: { wallet } },
    latest_charge: { payment_method_details: { card: { wallet } } },
  });
});
