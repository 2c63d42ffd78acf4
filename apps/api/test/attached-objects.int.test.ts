import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hex, order } from './api.ts';
import { type Path, paths } from './paths.ts';
import {
  attachIntent,
  type Payments,
  readEvents,
  sessionReaches,
  startPayments,
} from './provider.ts';

let payments: Payments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

const options = {
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  provider_options_fingerprint: hex('a'),
};

/** A session with a reserved attempt. */
async function reserved(change: object = {}) {
  const { api } = payments;
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const attemptsPath = `/proxy_sessions/${id}/acquisition_attempts`;
  const { body } = await api.post(attemptsPath, { ...options, ...change });
  return { id, attemptsPath, reservation: body, attemptId: body.acquisition_attempt.id };
}

const [, checkoutPath] = paths as readonly [Path, Path];

/** Creates a checkout session at the provider without attaching it. */
const createCheckout = (metadata: Record<string, string>, idempotencyKey: string) =>
  checkoutPath.create(payments, {
    metadata,
    idempotencyKey,
    setupKey: undefined,
    attach: async () => {},
  });

const readAttempt = async (attemptsPath: string) =>
  (await payments.api.get(attemptsPath)).body.data[0];

const supersede = async (path: string, version: number) =>
  payments.api.post(`${path}/supersede`, {
    expected_version: version,
    reason: 'object_ended',
    replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
  });

/** The types of a session's events and the actions of its history. */
async function readTimeline(id: string) {
  const { api } = payments;
  const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
  const history = await api.database.forScope(scope).history.list(id);
  return { events: await readEvents(api, id), history: history.map(({ action }) => action) };
}

/** Waits until every event that the provider has sent is applied. */
const eventsApplied = () =>
  waitFor(
    async () => {
      const { client } = payments.api.database;
      const [rows] = await client.$queryRaw<{ waiting: number; applied: number }[]>`
        SELECT count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
          count(*) FILTER (WHERE status <> 'waiting' AND type LIKE '%.canceled')::int AS applied
        FROM provider_event`;
      return rows?.waiting === 0 && rows.applied > 0;
    },
    { what: 'the events to be applied' },
  );

it('ends the attempt when its object was canceled before it was attached', async () => {
  const { api, stripe } = payments;
  const { id, attemptsPath, reservation, attemptId } = await reserved();
  const { metadata } = reservation.provider;
  const intent = await stripe.paymentIntents.create({ amount: 4200, currency: 'eur', metadata });
  await stripe.paymentIntents.cancel(intent.id);
  await eventsApplied();
  const path = `${attemptsPath}/${attemptId}`;
  const attached = await api.post(`${path}/provider_objects`, {
    role: 'root',
    object_type: 'payment_intent',
    object_id: intent.id,
    expected_version: reservation.acquisition_attempt.version,
  });
  expect(attached.body.status).toBe('attached');
  await sessionReaches(api, id, { current_acquisition_attempt: { status: 'canceled' } });
  const { version } = await readAttempt(attemptsPath);
  expect((await supersede(path, version)).status).toBe(200);
});

it('ends the attempt when its checkout session expired before it was bound', async () => {
  const { api, stripe } = payments;
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const checkout = await createCheckout({}, id);
  await stripe.checkout.sessions.expire(checkout.id);
  const binding = { provider_checkout_session_id: checkout.id, psp: 'provider' };
  expect((await api.post(`/proxy_sessions/${id}/provider_bindings`, binding)).status).toBe(200);
  await sessionReaches(api, id, { current_acquisition_attempt: { status: 'expired' } });
});

it('records when the object was created without raising the version', async () => {
  const { api, stripe } = payments;
  const { attemptsPath, reservation } = await reserved();
  const { intent } = await attachIntent(api, stripe, reservation);
  const { version } = reservation.acquisition_attempt;
  const read = await waitFor(
    async () => {
      const attempt = await readAttempt(attemptsPath);
      return attempt.provider_created_at === null ? false : attempt;
    },
    { what: 'the attached object to be read' },
  );
  expect(read).toMatchObject({
    status: 'confirmed',
    version: version + 2,
    provider_created_at: new Date(intent.created * 1000).toISOString(),
  });
  const [row] = await api.database.client.$queryRaw<{ due: Date | null }[]>`
    SELECT provider_check_at AS due FROM acquisition_attempt WHERE id = ${read.id}`;
  expect(row?.due).toBeNull();
});

it('ends the attempt when the provider still does not have it after ten minutes', async () => {
  const { api, stripe } = payments;
  const { id, attemptsPath, reservation, attemptId } = await reserved();
  const path = `${attemptsPath}/${attemptId}`;
  const attached = await api.post(`${path}/provider_objects`, {
    role: 'root',
    object_type: 'payment_intent',
    object_id: `pi_mistyped_${attemptId}`,
    expected_version: reservation.acquisition_attempt.version,
  });
  expect(attached.body.status).toBe('attached');
  const rows = api.database.client.acquisitionAttempt;
  const where = { merchantId: api.merchant.id, id: attemptId };
  const secondsLeft = async () =>
    (Number((await rows.findFirstOrThrow({ where })).providerCheckAt) - Date.now()) / 1000;
  await waitFor(async () => (await secondsLeft()) > 300, { what: 'the check to be postponed' });
  expect(await readAttempt(attemptsPath)).toMatchObject({ status: 'attached' });
  const updatedAt = new Date(Date.now() - 600_000);
  await rows.updateMany({ where, data: { updatedAt, providerCheckAt: updatedAt } });
  await sessionReaches(api, id, {
    actionable_next_step: 'supersede_attempt',
    current_acquisition_attempt: { status: 'canceled', status_reason: 'object_missing' },
  });
  expect((await readTimeline(id)).events.at(-1)).toBe('acquisition_attempt.canceled');
  const { version } = await readAttempt(attemptsPath);
  const { body } = await supersede(path, version);
  await attachIntent(api, stripe, body);
});

it('shows the checkout session of a payment that arrived before it was attached', async () => {
  const { api } = payments;
  const { id, reservation } = await reserved({ integration_path: 'checkout_session' });
  const { metadata, idempotency_keys } = reservation.provider;
  const checkout = await createCheckout(metadata, idempotency_keys.root);
  await checkout.pay('pm_card_visa');
  await sessionReaches(api, id, {
    status: 'paid',
    provider_checkout_session_id: checkout.id,
    provider_checkout_session_psp: 'provider',
  });
});

it('pays the attempt that the object is attached to although its metadata names another one', async () => {
  const { api, stripe } = payments;
  const named = await reserved();
  const attached = await reserved();
  const { intent } = await attachIntent(api, stripe, {
    ...attached.reservation,
    provider: { metadata: {}, idempotency_keys: attached.reservation.provider.idempotency_keys },
  });
  await stripe.paymentIntents.update(intent.id, {
    metadata: named.reservation.provider.metadata,
  });
  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, attached.id, { status: 'paid' });
  const { events } = await readTimeline(named.id);
  expect(events).toEqual(['proxy_session.created', 'acquisition_attempt.reserved']);
  await stripe.refunds.create({ payment_intent: intent.id });
  await waitFor(
    async () => (await readTimeline(attached.id)).history.includes('provider_refunded'),
    {
      what: 'the refund to be recorded',
    },
  );
  expect((await readTimeline(named.id)).history).not.toContain('provider_refunded');
});
