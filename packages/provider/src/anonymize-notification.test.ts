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
