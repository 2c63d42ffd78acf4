import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type EventType, eventTypes } from '@parley/domain';
import { type ReceivedWebhook, startWebhookReceiver, waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, hex, order } from './api.ts';
import { type Path, paths, prepared, trialPaths } from './paths.ts';
import {
  answerChallenge,
  control,
  payableSession,
  sessionReaches,
  settlePayment,
  startPayments,
} from './provider.ts';

const file = join(import.meta.dirname, '../../../packages/contract/src/recorded-events.json');
/** Set by npm run events:write: events that have changed replace the recorded ones. */
const isRecording = process.env.RECORD_EVENTS === '1';

const recorded: Partial<Record<EventType, unknown>> = JSON.parse(await readFile(file, 'utf8'));
const payments = await startPayments({
  api: { serve: (deps) => ({ deps: { ...deps, allowLoopbackWebhooks: true } }) },
  workerEnv: { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
});
const { api, stripe } = payments;
const receiver = await startWebhookReceiver();
// Before the first request, which reads the settings of the merchant into a cache.
await api.database.client.merchant.update({
  where: { id: api.merchant.id },
  data: { defaultPayerDestinationUrl: 'https://shop.example/thanks' },
});
await createEndpoint('/all', eventTypes);
afterAll(async () => {
  await payments.stop();
  await receiver.stop();
  if (!isRecording) return;
  const sorted = Object.fromEntries(eventTypes.map((type) => [type, recorded[type]]));
  await writeFile(file, `${JSON.stringify(sorted, null, 2)}\n`);
});

async function createEndpoint(path: string, event_types: readonly EventType[]): Promise<string> {
  const url = receiver.url + path;
  const { body } = await api.post('/webhook_endpoints', { url, event_types });
  return body.webhook_endpoint.id;
}

const details = { metadata: { order_id: 'A-1042' } };

function prepare(name: string, scenario?: string) {
  const path = [...paths, ...trialPaths].find((path) => path.name === name) as Path;
  return prepared(payments, path, { scenario, change: details });
}

/** Prepares a session, which plays a scenario of the simulator, and pays it. */
async function pay(scenario?: string, card = 'pm_card_visa') {
  const made = await prepare('payment_intent', scenario);
  await made.pay(card);
  return made;
}

async function paid(card?: string) {
  const made = await pay(undefined, card);
  await sessionReaches(api, made.id, { status: 'paid' });
  return made;
}

interface Run {
  readonly name: string;
  readonly types: readonly EventType[];
  /** @returns the id of the session or endpoint that all events of the run are about */
  act(): Promise<string>;
}

const runs: readonly Run[] = [
  {
    name: 'a fulfilled and refunded order',
    types: [
      'proxy_session.created',
      'proxy_session.payer_handoff_issued',
      'proxy_session.payer_opened',
      'acquisition_attempt.reserved',
      'acquisition_attempt.provider_attached',
      'acquisition_attempt.cart_confirmed',
      'acquisition_attempt.succeeded',
      'proxy_session.paid',
      'proxy_session.provisioned',
      'payment.refunded',
    ],
    async act() {
      const headers = { 'idempotency-key': 'order-A-1042' };
      const post = (path: string, body?: unknown) => api.post(path, body, { headers });
      const { id, intent } = await payableSession({ stripe, api: { post } }, details);
      await stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.example/return',
      });
      await sessionReaches(api, id, { status: 'paid' });
      await post(`/proxy_sessions/${id}/provisioned`);
      await stripe.refunds.create({ payment_intent: intent.id });
      return id;
    },
  },
  {
    name: 'a changed cart',
    types: ['proxy_session.cart_updated'],
    async act() {
      const { id } = (await api.post('/proxy_sessions', { ...order, ...details })).body;
      await api.call('PUT', `/proxy_sessions/${id}/cart`, {
        amount_minor: 6300,
        currency: 'eur',
        cart_snapshot: {
          lines: [{ name: 'Filter coffee, 1 kg', quantity: 3, amount_minor: 6300 }],
        },
        expected_cart_version: 1,
      });
      return id;
    },
  },
  {
    name: 'a failed authentication and a cancellation',
    types: [
      'acquisition_attempt.action_required',
      'acquisition_attempt.payment_declined',
      'acquisition_attempt.canceled',
      'proxy_session.canceled',
    ],
    async act() {
      const { id, rootId } = await pay('authenticate');
      await receive('acquisition_attempt.action_required', id);
      await answerChallenge(payments, rootId, 'failed');
      await sessionReaches(api, id, { presentation_state: 'retry_available' });
      await api.post(`/proxy_sessions/${id}/cancel`);
      return id;
    },
  },
  {
    name: 'a failed direct debit and another attempt',
    types: [
      'acquisition_attempt.processing',
      'proxy_session.payment_processing',
      'acquisition_attempt.failed',
      'acquisition_attempt.superseded',
    ],
    async act() {
      const { id, rootId, attemptPath } = await pay('settle_later_fail');
      await sessionReaches(api, id, { status: 'payment_processing' });
      await settlePayment(payments, rootId, { outcome: 'failed' });
      await sessionReaches(api, id, { current_acquisition_attempt: { status: 'failed' } });
      const { body } = await api.get(`/proxy_sessions/${id}/acquisition_attempts`);
      await api.post(`${attemptPath}/supersede`, {
        expected_version: body.data[0].version,
        reason: 'debit_failed',
        replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
      });
      return id;
    },
  },
  {
    name: 'a wrong amount',
    types: ['proxy_session.payment_conflicted'],
    act: async () => (await pay('wrong_amount')).id,
  },
  {
    name: 'a trial',
    types: ['proxy_session.provisionable'],
    async act() {
      const made = await prepare('checkout_session for a trial');
      await made.pay('pm_card_visa');
      return made.id;
    },
  },
  {
    name: 'a subscription',
    types: ['subscription.created', 'subscription.updated', 'subscription.ended'],
    async act() {
      const made = await prepare('direct_subscription by saved_payment_method');
      await receive('subscription.created', made.id);
      await made.pay('pm_card_visa');
      await receive('subscription.updated', made.id);
      await stripe.subscriptions.cancel(made.rootId);
      return made.id;
    },
  },
  {
    name: 'a session without a payment',
    types: ['proxy_session.expired'],
    async act() {
      const expires_at = new Date(Date.now() + 2_000).toISOString();
      return (await api.post('/proxy_sessions', { ...order, ...details, expires_at })).body.id;
    },
  },
  {
    name: 'an expired page of the provider',
    types: ['acquisition_attempt.expired'],
    async act() {
      const { id, rootId } = await prepare('checkout_session for a payment');
      await stripe.checkout.sessions.expire(rootId);
      return id;
    },
  },
  {
    name: 'a reservation whose outcome is unknown',
    types: ['acquisition_attempt.unknown'],
    async act() {
      const { id } = (await api.post('/proxy_sessions', { ...order, ...details })).body;
      const attempts = `/proxy_sessions/${id}/acquisition_attempts`;
      const { body } = await api.post(attempts, attemptOptions);
      // A day later, the worker notices that no provider object was attached.
      await api.database.client.acquisitionAttempt.updateMany({
        where: { id: body.acquisition_attempt.id },
        data: { providerRetryNotAfter: new Date() },
      });
      return id;
    },
  },
  {
    name: 'an order that cannot be fulfilled and a failed refund',
    types: ['proxy_session.provisioning_failed', 'payment.refund_failed'],
    async act() {
      const { id, rootId } = await paid('pm_card_refundFail');
      await api.post(`/proxy_sessions/${id}/provisioning_failed`, {
        error_code: 'out_of_stock',
        error_message: 'The coffee is out of stock.',
      });
      await stripe.refunds.create({ payment_intent: rootId });
      return id;
    },
  },
  {
    name: 'a dispute',
    types: ['payment.disputed', 'payment.dispute_closed'],
    async act() {
      const { id, rootId } = await paid();
      await control(payments, `payment_intents/${rootId}/dispute`);
      await receive('payment.disputed', id);
      await control(payments, `payment_intents/${rootId}/close_dispute`, { outcome: 'lost' });
      return id;
    },
  },
  {
    name: 'a webhook endpoint that was removed',
    types: ['webhook_endpoint.ping', 'webhook_endpoint.deactivated'],
    async act() {
      const id = await createEndpoint('/webhooks/parley', ['proxy_session.created']);
      await api.post(`/webhook_endpoints/${id}/ping`);
      await receive('webhook_endpoint.ping', id);
      receiver.respondWith((response, { path }) =>
        response.writeHead(path === '/webhooks/parley' ? 410 : 204).end(),
      );
      await api.post('/proxy_sessions', order);
      return id;
    },
  },
];

/** Waits for the first event of a type about a session or endpoint. */
async function receive(type: EventType, id: string): Promise<unknown> {
  const isWanted = ({ body, text }: ReceivedWebhook) => body.type === type && text.includes(id);
  const { text } = await waitFor(() => receiver.received.find(isWanted), { what: type });
  return JSON.parse(text.replaceAll(receiver.url, 'https://shop.example'));
}

/**
 * Whether two values have the same fields with values of the same kind. One of them may be null or empty, and what
 * changed since the event before may differ: the worker may have read the provider in between.
 */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length * other.length === 0 || isAlike(one[0], other[0]);
  if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other;
  const { previous_attributes: _, ...fields } = one as Record<string, unknown>;
  const { previous_attributes: __, ...others } = other as Record<string, unknown>;
  const isSame = isDeepStrictEqual(Object.keys(fields).sort(), Object.keys(others).sort());
  return isSame && Object.entries(fields).every(([name, value]) => isAlike(value, others[name]));
}

describe.concurrent('the recorded events are those of', () => {
  it.each(runs)('$name', async ({ types, act }) => {
    const id = await act();
    for (const type of types) {
      const event = await receive(type, id);
      const isSame = isAlike(event, recorded[type]);
      if (isRecording && !isSame) recorded[type] = event;
      else expect(isSame, `${JSON.stringify(event)} has the fields of the recorded one`).toBe(true);
    }
  });
});

it('every event type has a recorded event', () => {
  expect(runs.flatMap(({ types }) => types).sort()).toEqual([...eventTypes].sort());
  expect(Object.keys(recorded).sort()).toEqual([...eventTypes].sort());
});
