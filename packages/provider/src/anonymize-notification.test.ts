import { expect, it } from 'vitest';
import { anonymizeNotification } from './anonymize-notification.ts';
import { parseNotification } from './notification.ts';

const personal = { email: 'ada@example.com', name: 'Ada', address: { line1: 'Street 1' } };
const metadata = {
  proxy_acquisition_attempt_id: 'pspacq_1',
  proxy_session_id: 'psess_1',
  proxy_contract_version: '2',
  note: 'ada@example.com',
};
const event = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: 1_760_000_000,
  livemode: false,
  request: personal,
  data: { object, previous_attributes: personal },
});

it.each([
  [
    'charge.refunded',
    {
      id: 'ch_1',
      object: 'charge',
      amount: 4200,
      amount_refunded: 200,
      currency: 'eur',
      status: 'succeeded',
      metadata,
      billing_details: personal,
    },
  ],
  [
    'charge.dispute.created',
    { id: 'dp_1', object: 'dispute', payment_intent: { id: 'pi_1', ...personal } },
  ],
  [
    'invoice.paid',
    {
      id: 'in_1',
      object: 'invoice',
      status: 'paid',
      amount_paid: 4200,
      customer_email: 'ada@example.com',
      parent: { subscription_details: { subscription: 'sub_1', metadata, ...personal } },
    },
  ],
  [
    'invoice.payment_failed',
    {
      id: 'in_1',
      object: 'invoice',
      parent: { subscription_details: { subscription: { id: 'sub_1', ...personal } } },
    },
  ],
  ['invoice.paid', { id: 'in_1', object: 'invoice', subscription: { id: 'sub_1', ...personal } }],
  ['customer.updated', { id: 'cus_1', object: 'customer', ...personal }],
])('%s without personal data is applied as before', (type, object) => {
  const payload = event(type, object);
  const anonymous = anonymizeNotification(payload);
  expect(JSON.stringify(anonymous)).not.toMatch(/ada@|street/i);
  const { payload: _, ...notification } = parseNotification(payload);
  expect(parseNotification(anonymous)).toMatchObject(notification);
  expect(anonymizeNotification(anonymous)).toEqual(anonymous);
});

it.each([{}, { data: null, email: 'ada@example.com' }, { data: { object: ['ada@example.com'] } }])(
  'nothing is left of a payload that is not an event: %j',
  (payload) => {
    expect(anonymizeNotification(payload)).toEqual({ data: { object: {} } });
  },
);

it.each([
  [
    'payment_intent.payment_failed',
    {
      id: 'pi_1',
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 4200,
      amount_received: 0,
      currency: 'eur',
      metadata,
      last_payment_error: { charge: 'ch_1', code: 'card_declined', decline_code: 'lost_card' },
    },
  ],
  [
    'setup_intent.setup_failed',
    {
      id: 'seti_1',
      object: 'setup_intent',
      latest_attempt: { id: 'setatt_1', ...personal },
      last_setup_error: { type: 'card_error', code: 'card_declined', message: 'No.' },
    },
  ],
  [
    'payment_intent.succeeded',
    {
      id: 'pi_1',
      object: 'payment_intent',
      status: 'succeeded',
      amount: 4200,
      amount_received: 4200,
      currency: 'eur',
      metadata,
    },
  ],
  [
    'checkout.session.completed',
    {
      id: 'cs_1',
      object: 'checkout.session',
      payment_status: 'paid',
      payment_intent: { id: 'pi_1', ...personal },
      metadata,
    },
  ],
  [
    'invoice.paid',
    {
      id: 'in_1',
      object: 'invoice',
      parent: { subscription_details: { subscription: { id: 'sub_1', ...personal }, metadata } },
    },
  ],
])('%s of a megabyte is stored with what is read of it', (type, object) => {
  const large = { ...event(type, object), lines: 'x'.repeat(1024 * 1024) };
  const stored = parseNotification(large).payload;
  expect(JSON.stringify(stored).length).toBeLessThan(2_048);
  const { payload: _, ...notification } = parseNotification(large);
  expect(parseNotification(stored)).toMatchObject(notification);
});

it('stores a usual event as it was received, and no long value in the place of a short one', () => {
  const usual = event('charge.refunded', { id: 'ch_1', object: 'charge', ...personal });
  expect(parseNotification(usual).payload).toEqual(usual);
  const long = 'x'.repeat(100_000);
  const hostile = event('charge.refunded', {
    id: 'ch_1',
    status: long,
    currency: [long],
    payment_intent: { id: long },
    metadata: { proxy_session_id: long },
    parent: { subscription_details: { subscription: long, metadata: { proxy_session_id: long } } },
    last_payment_error: { code: long },
  });
  expect(JSON.stringify(parseNotification(hostile).payload).length).toBeLessThan(1_024);
});
