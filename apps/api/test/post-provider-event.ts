import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';

const { webhooks } = new Stripe('sk_test_x');

/** The body of an event of the provider about an object. */
export const providerEvent = (
  object: object,
  type = 'payment_intent.succeeded',
  change: object = {},
): string =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object },
    ...change,
  });

/** Posts an event about the account of a config, signed with `secret` as the provider signs it. */
export function postProviderEvent(
  apiUrl: string,
  event: { readonly configId: string; readonly body: string; readonly secret: string },
  headers: Record<string, string> = {},
): Promise<Response> {
  const { configId, body: payload, secret } = event;
  const signature = webhooks.generateTestHeaderString({ payload, secret });
  return fetch(`${apiUrl}/provider_events/${configId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature, ...headers },
    body: payload,
  });
}
