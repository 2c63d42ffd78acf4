import type Stripe from 'stripe';
import { eventTypes } from './notification.ts';
import type { Provider, WebhookEndpointRefusal } from './port.ts';
import { API_VERSION } from './stripe-client.ts';
import { isForbidden, isKeyRefused, isRefusal } from './stripe-errors.ts';

/** The metadata of an endpoint that names its provider config. */
const CONFIG_KEY = 'proxy_provider_config_id';

/** Creates a webhook endpoint whose metadata names its config, or returns why the provider refused. */
export async function createWebhookEndpoint(
  stripe: Stripe,
  { url, configId, idempotencyKey }: Parameters<Provider['createWebhookEndpoint']>[0],
): ReturnType<Provider['createWebhookEndpoint']> {
  try {
    const { id, secret } = await stripe.webhookEndpoints.create(
      {
        url,
        enabled_events: [...eventTypes],
        api_version: API_VERSION,
        metadata: { [CONFIG_KEY]: configId },
      },
      { idempotencyKey },
    );
    if (secret === undefined) throw new Error('the new webhook endpoint has no secret');
    return { id, secret };
  } catch (error) {
    if (!isKeyRefused(error) && !isRefusal(error) && !isForbidden(error)) throw error;
    return { refusal: toRefusal(error as Stripe.errors.StripeError) };
  }
}

/** Lists the endpoints for `url` whose metadata names the config. */
export async function listWebhookEndpoints(
  stripe: Stripe,
  { url, configId }: Parameters<Provider['listWebhookEndpoints']>[0],
): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id, url: own, metadata } of stripe.webhookEndpoints.list({ limit: 100 }))
    if (own === url && metadata[CONFIG_KEY] === configId) ids.push(id);
  return ids;
}

function toRefusal(error: Stripe.errors.StripeError): WebhookEndpointRefusal {
  return { code: error.code ?? error.rawType ?? error.type, reason: getReason(error) };
}

/** Only the provider's text says that there are too many endpoints. The text itself is not passed on. */
function getReason(error: Stripe.errors.StripeError): WebhookEndpointRefusal['reason'] {
  if (error.code === 'livemode_mismatch') return 'mode';
  if (isKeyRefused(error)) return 'key';
  if (isForbidden(error)) return 'permission';
  if (error.param === 'url' || error.code === 'url_invalid') return 'url';
  return /maximum|limit|too many/i.test(error.message) ? 'limit' : 'other';
}
