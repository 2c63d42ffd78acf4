import { beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY, SECRET_KEY, startForTests } from '../test/start.ts';

const { sandbox, stripe } = await startForTests();

interface Refused {
  status: number;
  error: Record<string, unknown>;
}

async function send(
  call: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Refused> {
  const [method = 'GET', path = ''] = call.split(' ');
  const query = new URLSearchParams(form);
  const response = await fetch(
    `${sandbox.url}/v1/${path}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`,
    {
      method,
      headers: { authorization: `Bearer ${SECRET_KEY}`, ...headers },
      ...(method === 'POST' ? { body: query } : {}),
    },
  );
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, error };
}

const money = { amount: '4200', currency: 'eur' };
const ids: Record<string, string> = {};
/** Replaces `:name` by the id of an object of that name. */
const named = (text: string) => text.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name);

beforeAll(async () => {
  const returns = { confirm: true, return_url: 'https://shop.test/return' };
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const card = (await stripe.paymentMethods.list({ customer: customer.id })).data[0]?.id ?? '';
  const paid = await stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    ...returns,
  });
  await stripe.refunds.create({ payment_intent: paid.id });
  const price = await stripe.prices.create({
    currency: 'eur',
    unit_amount: 900,
    product_data: { name: 'Pro' },
    recurring: { interval: 'month' },
  });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: card,
  });
  const setup = await stripe.setupIntents.create({ payment_method: 'pm_card_visa', ...returns });
  await stripe.subscriptions.cancel(subscription.id);
  Object.assign(ids, {
    customer: customer.id,
    paid: paid.id,
    used: String(paid.payment_method),
    open: (await stripe.paymentIntents.create({ amount: 4200, currency: 'eur' })).id,
    charge: String(paid.latest_charge),
    price: price.id,
    canceled: subscription.id,
    invoice: String(subscription.latest_invoice),
    setup: setup.id,
  });
});

const confirmed = { ...money, confirm: 'true', return_url: 'https://shop.test/return' };
const number = (digits: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': digits,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2030',
});
const checkout = { mode: 'payment', success_url: 'https://shop.test/done' };

/** Requests that the provider refuses, with the status, code and param of its error. */
const price = (currency: string, amount: string) => ({
  currency,
  unit_amount: amount,
  'product_data[name]': 'Pro',
});
const inline = (at: string, currency: string, amount: string, recurs: boolean) => ({
  [`${at}[price_data][currency]`]: currency,
  [`${at}[price_data][unit_amount]`]: amount,
  [`${at}[price_data][product_data][name]`]: 'Pro',
  ...(recurs ? { [`${at}[price_data][recurring][interval]`]: 'month' } : {}),
});
const createLine = (currency: string, amount: string, recurs = false) => ({
  ...checkout,
  ...inline('line_items[0]', currency, amount, recurs),
  'line_items[0][quantity]': '1',
});
const createItem = (currency: string, amount: string) => ({
  customer: ':customer',
  ...inline('items[0]', currency, amount, true),
});

const refusals: [
  call: string,
  form: Record<string, string>,
  status: number,
  code: string | undefined,
  param: string | undefined,
][] = [
  ['POST payment_intents', { currency: 'eur' }, 400, 'parameter_missing', 'amount'],
  ['POST payment_intents', { ...money, nonsense: '1' }, 400, 'parameter_unknown', 'nonsense'],
  ['POST payment_intents', { ...money, amount: '4.2' }, 400, 'parameter_invalid_integer', 'amount'],
  ['POST payment_intents', { ...money, amount: '' }, 400, 'parameter_invalid_empty', 'amount'],
  ['POST payment_intents', { ...money, amount: '10' }, 400, 'amount_too_small', 'amount'],
  ['POST payment_intents', { ...money, amount: '100000000' }, 400, 'amount_too_large', 'amount'],
  [
    'POST payment_intents',
    { amount: '500050', currency: 'isk' },
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  [
    'POST payment_intents',
    { amount: '4205', currency: 'kwd' },
    400,
    'parameter_invalid_integer',
    'amount',
  ],
  ['POST payment_intents/:open', { amount: '10' }, 400, 'amount_too_small', 'amount'],
  ['POST prices', price('ugx', '150'), 400, 'parameter_invalid_integer', 'unit_amount'],
  ['POST prices', price('eur', '100000000'), 400, 'amount_too_large', 'unit_amount'],
  ['POST prices', price('irr', '4200'), 400, undefined, 'currency'],
  ['POST subscriptions', createItem('eur', '10'), 400, 'amount_too_small', 'items'],
  ['POST checkout/sessions', createLine('eur', '10'), 400, 'amount_too_small', 'line_items'],
  [
    'POST checkout/sessions',
    { ...createLine('eur', '10', true), mode: 'subscription' },
    400,
    'amount_too_small',
    'line_items',
  ],
  ['POST payment_intents', { amount: '100', currency: 'irr' }, 400, undefined, 'currency'],
  ['POST payment_intents', { amount: '100', currency: 'kpw' }, 400, undefined, 'currency'],
  ['POST payment_intents', { amount: '100', currency: 'cup' }, 400, undefined, 'currency'],
  ['POST payment_intents', { amount: '100', currency: 'syp' }, 400, undefined, 'currency'],
  ['POST payment_intents', { ...money, customer: 'cus_x' }, 400, 'resource_missing', 'customer'],
  ['POST payment_intents', { ...money, receipt_email: 'x' }, 400, 'email_invalid', 'receipt_email'],
  [
    'POST payment_intents',
    { ...money, 'payment_method_types[0]': 'card' },
    400,
    'parameter_unknown',
    'payment_method_types',
  ],
  [
    'POST payment_intents',
    { ...money, confirm: 'true', payment_method: 'pm_card_visa' },
    400,
    undefined,
    undefined,
  ],
  [
    'POST payment_intents',
    { ...money, description: 'x'.repeat(1_001) },
    400,
    undefined,
    'description',
  ],
  ['POST payment_intents', { ...confirmed, payment_method: ':used' }, 400, undefined, undefined],
  [
    'POST payment_intents',
    { ...confirmed, payment_method: 'pm_x' },
    400,
    'resource_missing',
    'payment_method',
  ],
  [
    'POST payment_intents',
    { ...confirmed, payment_method: 'pm_card_chargeDeclined' },
    402,
    'card_declined',
    undefined,
  ],
  [
    'POST payment_intents',
    { ...confirmed, ...number('4242424242424241') },
    402,
    'incorrect_number',
    'number',
  ],
  [
    'POST payment_intents',
    { ...confirmed, payment_method: 'pm_card_authenticationRequired', off_session: 'true' },
    402,
    'authentication_required',
    undefined,
  ],
  [
    'POST payment_intents/:paid/confirm',
    { return_url: 'https://shop.test' },
    400,
    'payment_intent_unexpected_state',
    undefined,
  ],
  ['POST payment_intents/:paid/cancel', {}, 400, 'payment_intent_unexpected_state', undefined],
  [
    'POST payment_intents/:paid',
    { amount: '900' },
    400,
    'payment_intent_unexpected_state',
    undefined,
  ],
  [
    'POST payment_intents/:open/confirm',
    { return_url: 'https://shop.test' },
    400,
    'payment_intent_unexpected_state',
    undefined,
  ],
  ['GET payment_intents/pi_x', {}, 404, 'resource_missing', 'intent'],
  ['GET customers/cus_x', {}, 404, 'resource_missing', 'id'],
  ['GET charges/ch_x', {}, 404, 'resource_missing', 'id'],
  ['GET events/evt_x', {}, 404, 'resource_missing', 'id'],
  ['GET nonsense', {}, 404, undefined, undefined],
  ['GET payment_intents', { limit: '0' }, 400, 'parameter_invalid_integer', 'limit'],
  ['GET payment_intents/search', { query: 'nonsense' }, 400, undefined, 'query'],
  ['GET payment_intents/:open', { 'expand[0]': 'nonsense' }, 400, undefined, 'expand'],
  ['POST refunds', {}, 400, 'parameter_missing', undefined],
  ['POST refunds', { charge: ':charge' }, 400, 'charge_already_refunded', undefined],
  ['POST refunds', { payment_intent: 'pi_x' }, 400, 'resource_missing', 'payment_intent'],
  ['POST checkout/sessions', { mode: 'payment' }, 400, 'parameter_missing', 'success_url'],
  ['POST checkout/sessions', checkout, 400, 'parameter_missing', 'line_items'],
  [
    'POST checkout/sessions',
    { ...checkout, 'line_items[0][price]': 'price_x', 'line_items[0][quantity]': '1' },
    400,
    'resource_missing',
    'line_items[0][price]',
  ],
  ['POST checkout/sessions', { ...checkout, success_url: 'x' }, 400, 'url_invalid', 'success_url'],
  ['GET checkout/sessions/cs_x', {}, 404, 'resource_missing', 'id'],
  ['POST subscriptions', { customer: ':customer' }, 400, 'parameter_missing', 'items'],
  ['DELETE subscriptions/:canceled', {}, 404, 'resource_missing', 'id'],
  [
    'POST subscriptions/:canceled',
    { cancel_at_period_end: 'true' },
    400,
    'invalid_canceled_subscription_fields',
    undefined,
  ],
  ['POST invoices/:invoice/pay', {}, 400, undefined, undefined],
  ['POST invoices/:invoice/void', {}, 400, 'invoice_not_editable', undefined],
  [
    'POST setup_intents/:setup/confirm',
    { return_url: 'https://shop.test' },
    400,
    'setup_intent_unexpected_state',
    undefined,
  ],
  [
    'POST payment_methods',
    { type: 'card', 'card[token]': 'tok_x' },
    400,
    'resource_missing',
    'card[token]',
  ],
];

describe('an error', () => {
  it.each(refusals)(
    'of %s %o has status %i, code %s and param %s',
    async (call, form, status, code, param) => {
      const values = Object.entries(form).map(([key, value]) => [key, named(value)]);
      const refused = await send(named(call), Object.fromEntries(values));
      const { type, code: shown, param: at } = refused.error;
      expect({ status: refused.status, type, code: shown, param: at }).toEqual({
        status,
        type: status === 402 ? 'card_error' : 'invalid_request_error',
        code,
        param,
      });
    },
  );

  it('links to the documentation of its code and to the log entry of its request', async () => {
    const { error } = await send('GET charges/ch_x');
    expect(error.doc_url).toBe('https://stripe.com/docs/error-codes/resource-missing');
    expect(error.request_log_url).toMatch(/\/test\/logs\/req_\w+\?t=\d+$/);
  });

  it('of an unknown or publishable key says so and links to no log', async () => {
    const unknown = await send('GET charges', {}, { authorization: 'Bearer sk_test_unknown' });
    expect(unknown.status).toBe(401);
    expect(unknown.error).not.toHaveProperty('request_log_url');
    const browser = await send('GET charges', {}, { authorization: `Bearer ${PUBLISHABLE_KEY}` });
    expect(browser).toMatchObject({ status: 403, error: { code: 'secret_key_required' } });
  });
});

describe('the API version', () => {
  it('is one that the provider has published', async () => {
    const { status, error } = await send(
      'GET charges',
      {},
      { 'stripe-version': '2026-10-29.endive' },
    );
    expect(status).toBe(400);
    expect(error.message).toBe('Invalid Stripe API version: 2026-10-29.endive');
  });

  it('decides the name of the accepted payment method types', async () => {
    const params = { ...money, 'payment_method_types[0]': 'card' };
    const response = await fetch(`${sandbox.url}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'stripe-version': '2026-08-26.dahlia' },
      body: new URLSearchParams(params),
    });
    expect(response.headers.get('stripe-version')).toBe('2026-08-26.dahlia');
    expect(await response.json()).toMatchObject({ payment_method_types: ['card'] });
    const latest = await stripe.paymentIntents.create({
      amount: 4200,
      currency: 'eur',
      allowed_payment_method_types: ['card'],
    });
    expect(latest).toMatchObject({
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
    });
  });
});
