import { createHmac, randomUUID } from 'node:crypto';
import { order } from '@parley/bench-shared/order';
import type { Item } from '@parley/bench-shared/session-copies';

/** The credentials that requests carry. */
export interface Credentials {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly providerConfigId: string;
  readonly webhookSecret: string;
}

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

const { amount_minor, currency, cart_snapshot } = order;

const orderText = JSON.stringify(order);

/** The options of every reservation. */
export const attemptOptions = {
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  provider_options_fingerprint: 'a'.repeat(64),
};

/** The confirmation of the first cart version. */
export const confirmation = {
  amount_minor,
  currency,
  cart_version: 1,
  evidence_sha256: 'e'.repeat(64),
};

const sessionPath = ({ session }: Item) => `/v1/proxy_sessions/${session}`;
const attemptPath = (item: Item) => `${sessionPath(item)}/acquisition_attempts/${item.attempt}`;

/** The id of the provider object of a prepared attempt. */
export const objectOf = ({ attempt }: Item) => attempt.replace('pspacq_', 'pi_');

/** A write with an idempotency key of its own. */
function write(
  { secretKey }: Credentials,
  method: 'POST' | 'PUT',
  path: string,
  body: string | null,
): LoadRequest {
  const headers: Record<string, string> = {
    authorization: `Bearer ${secretKey}`,
    'idempotency-key': randomUUID(),
  };
  if (body !== null) headers['content-type'] = 'application/json';
  return { method, path, headers, body };
}

const post = (credentials: Credentials, path: string, body: object | null = null) =>
  write(credentials, 'POST', path, body && JSON.stringify(body));

const get = (path: string, headers: Record<string, string> = {}): LoadRequest => ({
  method: 'GET',
  path,
  headers,
  body: null,
});

/** An event of the provider, signed as the provider signs it. */
function providerEvent({ providerConfigId, webhookSecret }: Credentials): LoadRequest {
  const now = Math.floor(Date.now() / 1000);
  const random = randomUUID().replaceAll('-', '');
  const body = JSON.stringify({
    id: `evt_${random}`,
    object: 'event',
    api_version: '2025-09-30',
    created: now,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: 'payment_intent.succeeded',
    data: {
      object: {
        id: `pi_${random}`,
        object: 'payment_intent',
        amount: amount_minor,
        amount_received: amount_minor,
        capture_method: 'automatic',
        client_secret: `pi_${random}_secret_${random}`,
        created: now,
        currency,
        latest_charge: `ch_${random}`,
        livemode: false,
        metadata: { proxy_contract_version: '2', order: 'A-1042' },
        payment_method: `pm_${random}`,
        payment_method_types: ['card'],
        status: 'succeeded',
      },
    },
  });
  const signature = createHmac('sha256', webhookSecret).update(`${now}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${now},v1=${signature}`,
  };
  return { method: 'POST', path: `/provider_events/${providerConfigId}`, headers, body };
}

type Build = (credentials: Credentials, item: Item) => LoadRequest;

/** How each kind of request is built. */
export const requests = {
  create: (credentials) => write(credentials, 'POST', '/v1/proxy_sessions', orderText),
  createForNewBuyer: (credentials) =>
    write(
      credentials,
      'POST',
      '/v1/proxy_sessions',
      orderText.replace(order.buyer_reference, randomUUID()),
    ),
  merchantView: ({ secretKey }, item) =>
    get(`${sessionPath(item)}/merchant`, { authorization: `Bearer ${secretKey}` }),
  payerView: ({ publishableKey }, item) => get(`${sessionPath(item)}?pk=${publishableKey}`),
  replaceCart: (credentials, item) =>
    write(
      credentials,
      'PUT',
      `${sessionPath(item)}/cart`,
      JSON.stringify({
        amount_minor: amount_minor + 300,
        currency,
        cart_snapshot,
        expected_cart_version: 1,
      }),
    ),
  reserve: (credentials, item) =>
    post(credentials, `${sessionPath(item)}/acquisition_attempts`, attemptOptions),
  attach: (credentials, item) =>
    post(credentials, `${attemptPath(item)}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: objectOf(item),
      expected_version: 2,
    }),
  confirm: (credentials, item) =>
    post(credentials, `${attemptPath(item)}/provider_cart`, {
      ...confirmation,
      expected_version: 3,
    }),
  payerHandoff: (credentials, item) => post(credentials, `${sessionPath(item)}/payer_handoff`),
  payerOpened: (credentials, item) => post(credentials, `${sessionPath(item)}/payer_opened`),
  provisioned: (credentials, item) =>
    post(credentials, `${sessionPath(item)}/provisioned`, { fulfillment_reference: 'shipment-1' }),
  providerEvent: (credentials) => providerEvent(credentials),
  referenceWrite: (credentials) => write(credentials, 'POST', '/sessions', orderText),
  referenceRead: (_credentials, item) => get(`/sessions/${item.session}`),
} as const satisfies Record<string, Build>;

export type RequestKind = keyof typeof requests;
