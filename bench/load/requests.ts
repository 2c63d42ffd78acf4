import { createHmac, randomUUID } from 'node:crypto';
import type { MerchantDatabase } from '../harness/merchant-database.ts';
import { order } from '../harness/order.ts';
import type { Item } from '../harness/session-copies.ts';

/** The credentials that requests carry. */
export interface Credentials {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly providerConfigId: string;
  readonly webhookSecret: string;
}

export const getCredentials = (merchant: MerchantDatabase): Credentials => ({
  secretKey: merchant.secretKey,
  publishableKey: merchant.publishableKey,
  providerConfigId: merchant.providerConfigId,
  webhookSecret: merchant.account.webhookSecret,
});

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, if any. */
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
export const getObject = ({ attempt }: Item) => attempt.replace('pspacq_', 'pi_');

/** A write with an idempotency key of its own. */
const write = (
  { secretKey }: Credentials,
  method: 'POST' | 'PUT',
  path: string,
  body: string | null = null,
): LoadRequest => ({
  method,
  path,
  headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': randomUUID() },
  body,
});

const post = (credentials: Credentials, path: string, body: object) =>
  write(credentials, 'POST', path, JSON.stringify(body));

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
  const headers = { 'stripe-signature': `t=${now},v1=${signature}` };
  return { method: 'POST', path: `/provider_events/${providerConfigId}`, headers, body };
}

type Build = (credentials: Credentials, item: Item) => LoadRequest;

/** How each kind of request is built. */
export const requests = {
  create: (credentials) => write(credentials, 'POST', '/v1/proxy_sessions', orderText),
  createWithoutKey: ({ secretKey }) => ({
    method: 'POST',
    path: '/v1/proxy_sessions',
    headers: { authorization: `Bearer ${secretKey}` },
    body: orderText,
  }),
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
      object_id: getObject(item),
      expected_version: 2,
    }),
  confirm: (credentials, item) =>
    post(credentials, `${attemptPath(item)}/provider_cart`, {
      ...confirmation,
      expected_version: 3,
    }),
  payerHandoff: (credentials, item) =>
    write(credentials, 'POST', `${sessionPath(item)}/payer_handoff`),
  payerOpened: (credentials, item) =>
    write(credentials, 'POST', `${sessionPath(item)}/payer_opened`),
  provisioned: (credentials, item) =>
    post(credentials, `${sessionPath(item)}/provisioned`, { fulfillment_reference: 'shipment-1' }),
  providerEvent: (credentials) => providerEvent(credentials),
  referenceWrite: (credentials) => write(credentials, 'POST', '/sessions', orderText),
  referenceRead: (_credentials, item) => get(`/sessions/${item.session}`),
} as const satisfies Record<string, Build>;

export type RequestKind = keyof typeof requests;
