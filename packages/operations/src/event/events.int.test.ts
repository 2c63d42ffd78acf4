import { type Event, eventSchema } from '@parley/contract';
import { type EventType, MAX_EVENT_BYTES } from '@parley/domain';
import { afterAll, expect, it } from 'vitest';
import { startOperations, succeededWith } from '../../test/operations.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { listAttempts } from '../attempt/list-attempts.ts';
import { reserveAttempt } from '../attempt/reserve-attempt.ts';
import { systemCaller } from '../request/caller.ts';
import { createSession } from '../session/create-session.ts';
import { expireSessions } from '../session/expire-sessions.ts';
import { getMerchantSession } from '../session/get-session.ts';
import { issuePayerHandoff } from '../session/issue-payer-handoff.ts';
import { recordPayerOpened } from '../session/record-payer-opened.ts';
import { replaceCart } from '../session/replace-cart.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { deactivateEndpoint } from '../webhook-endpoint/deactivate-endpoint.ts';
import { pingEndpoint } from '../webhook-endpoint/ping-endpoint.ts';
import { listEvents } from './list-events.ts';

const { deps, caller, scope, database, payable, deliverProviderEvent, close } =
  await startOperations();
afterAll(close);

const order = {
  amount_minor: 4200,
  currency: 'eur',
  buyer_reference: 'customer_8412',
  cart_snapshot: { lines: [] },
};

async function readEvents(input: {
  proxy_session_id?: string;
  type?: EventType;
}): Promise<Event[]> {
  const { data } = await listEvents(deps, scope, { ...input, limit: 100 });
  return data.toReversed();
}

/** An event is exactly what its schema says: no field more, none less. */
function expectDescribed(event: Event): void {
  expect(eventSchema(event.type).parse(event)).toEqual(event);
}

it('contains each resource as its GET operation returns it and matches the documented schema', async () => {
  const { id } = await createSession(deps, caller, order);
  await issuePayerHandoff(deps, caller, { id });
  await recordPayerOpened(deps, caller, { id });
  const { acquisition_attempt: attempt } = await reserveAttempt(deps, caller, {
    proxy_session_id: id,
    commercial_mode: 'one_time',
    integration_path: 'payment_intent',
    pricing_mode: 'fixed',
    provider_options_fingerprint: 'a'.repeat(64),
  });
  await attachProviderObject(deps, caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attempt.id,
    expected_version: attempt.version,
    object_id: 'pi_1',
    role: 'root',
    object_type: 'payment_intent',
    provider_confirmation: {
      amount_minor: 4200,
      cart_version: 1,
      currency: 'eur',
      evidence_sha256: 'b'.repeat(64),
    },
  });
  const attempts = await listAttempts(deps, scope, { proxy_session_id: id });
  await replaceCart(deps, caller, {
    id,
    amount_minor: 5000,
    currency: 'eur',
    cart_snapshot: { lines: [{ name: 'Tea' }] },
    expected_cart_version: 1,
  });
  const events = await readEvents({ proxy_session_id: id });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'proxy_session.created',
      'proxy_session.payer_handoff_issued',
      'proxy_session.payer_opened',
      'acquisition_attempt.reserved',
      'acquisition_attempt.provider_attached',
      'acquisition_attempt.cart_confirmed',
      'proxy_session.cart_updated',
    ]),
  );
  for (const event of events) expectDescribed(event);
  const view = await getMerchantSession(deps, scope, { id });
  const session = events.findLast(({ type }) => type.startsWith('proxy_session.'))?.data.object;
  expect(view).toMatchObject({ ...session, updated_at: view.updated_at });
  expect(session).not.toHaveProperty('cart_snapshot');
  expect(session).not.toHaveProperty('payer_contact');
  const last = events.findLast(({ type }) => type.startsWith('acquisition_attempt.'));
  expect(last?.data.object).toEqual(attempts.data.at(-1));
});

it('compares a session with what it was before its attempt changed', async () => {
  const readPrevious = async (id: string, type: EventType) =>
    (await readEvents({ proxy_session_id: id, type })).at(-1)?.data.previous_attributes;
  const drifted = await payable();
  await replaceCart(deps, caller, {
    id: drifted.id,
    amount_minor: 5000,
    currency: 'eur',
    cart_snapshot: {},
    expected_cart_version: 1,
  });
  const before = {
    presentation_state: 'checkout_available',
    current_acquisition_attempt: { status: 'confirmed' },
  };
  expect(await readPrevious(drifted.id, 'proxy_session.cart_updated')).toMatchObject(before);

  const paid = await payable();
  await deliverProviderEvent(paid, succeededWith(4200));
  expect(await readPrevious(paid.id, 'proxy_session.paid')).toMatchObject({
    ...before,
    completed_acquisition_attempt_id: null,
  });
});

it('emits no event for a repeated report', async () => {
  const { id } = await createSession(deps, caller, order);
  await issuePayerHandoff(deps, caller, { id });
  const once = await readEvents({ proxy_session_id: id });
  await issuePayerHandoff(deps, caller, { id });
  expect(await readEvents({ proxy_session_id: id })).toEqual(once);
});

it('stays within 20 KiB by shortening fields listed in data.omitted', async () => {
  const { id } = await createSession(deps, caller, {
    ...order,
    metadata: { note: 'x'.repeat(60_000) },
    buyer_reference: 'b'.repeat(30_000),
  });
  const [event] = await readEvents({ proxy_session_id: id });
  if (!event) throw new Error('there is none');
  expectDescribed(event);
  expect(event.data).toMatchObject({
    object: { metadata: {}, buyer_reference: 'b'.repeat(255), amount_minor: 4200 },
    omitted: ['metadata', 'buyer_reference'],
  });
  const stored = await database.client.$queryRaw<{ bytes: number }[]>`
    SELECT octet_length(payload::text) AS bytes FROM outbox_event WHERE id = ${event.id}`;
  expect(stored[0]?.bytes).toBeLessThanOrEqual(MAX_EVENT_BYTES);
});

it('emits endpoint events without a sequence', async () => {
  const { webhook_endpoint: endpoint } = await createWebhookEndpoint(deps, caller, {
    url: 'https://shop.example/hook',
  });
  await pingEndpoint(deps, caller, { webhook_endpoint_id: endpoint.id });
  expect(await deactivateEndpoint(deps, scope, { id: endpoint.id, reason: 'gone' })).toBe(true);
  expect(await deactivateEndpoint(deps, scope, { id: endpoint.id, reason: 'gone' })).toBe(false);
  const [ping] = await readEvents({ type: 'webhook_endpoint.ping' });
  const [deactivated] = await readEvents({ type: 'webhook_endpoint.deactivated' });
  for (const event of [ping, deactivated]) {
    if (!event) throw new Error('there is none');
    expectDescribed(event);
    expect(event.sequence).toBe(0);
  }
  expect(deactivated?.data.previous_attributes).toMatchObject({ status: 'active' });
});

it('names the request that caused it, and none for a worker', async () => {
  const { id } = await createSession(deps, caller, order);
  await database.client.$executeRaw`
    UPDATE proxy_session SET expires_at = now() - interval '1 second' WHERE id = ${id}`;
  await (await expireSessions(deps, systemCaller(scope), [id])).get(id);
  const expired = (await readEvents({ proxy_session_id: id })).at(-1);
  expect(expired).toMatchObject({
    type: 'proxy_session.expired',
    request: { id: null, idempotency_key: null },
  });
});
