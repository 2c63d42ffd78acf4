import type { Demo } from './demo.ts';

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly status: 'active' | 'archived' | 'inactive';
}

/** Long enough for the deliveries of an earlier start of the shop to end. */
const PREVIOUS_SECRET_MS = 60_000;

/**
 * Connects the example shop to the demo merchant as a merchant would: creates a webhook endpoint for it, or
 * activates the one of an earlier start, and obtains a signing secret. Returns the environment of the shop.
 * @throws Error when the API does not respond or rejects the demo's key
 */
export async function shopEnvironment(demo: Demo): Promise<Record<string, string>> {
  const { port } = new URL(demo.shop_url);
  return {
    SHOP_PORT: port,
    SHOP_URL: demo.shop_url,
    PARLEY_API_URL: demo.api_url,
    PARLEY_PAYER_PAGE_URL: demo.checkout_url,
    PARLEY_SECRET_KEY: demo.secret_key,
    PARLEY_PUBLISHABLE_KEY: demo.publishable_key,
    PARLEY_SIGNING_SECRET: await createSigningSecret(demo),
  };
}

async function createSigningSecret(demo: Demo): Promise<string> {
  const url = `${demo.shop_url}/webhooks/parley`;
  const { data } = await call<{ data: Endpoint[] }>(demo, 'GET', '');
  const former = data.find((one) => one.url === url && one.status !== 'archived');
  const { webhook_endpoint: endpoint } = former
    ? { webhook_endpoint: former }
    : await call<{ webhook_endpoint: Endpoint }>(demo, 'POST', '', {
        url,
        event_types: ['proxy_session.paid'],
      });
  if (endpoint.status === 'inactive') {
    await call(demo, 'PATCH', `/${endpoint.id}`, { status: 'active' });
  }
  const expiresAt = new Date(Date.now() + PREVIOUS_SECRET_MS).toISOString();
  const { signing_secret } = await call<{ signing_secret: string }>(
    demo,
    'POST',
    `/${endpoint.id}/rotate_secret`,
    { previous_signing_secret_expires_at: expiresAt },
  );
  return signing_secret;
}

async function call<Result>(demo: Demo, method: string, path: string, body?: object) {
  const response = await fetch(`${demo.api_url}/webhook_endpoints${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.secret_key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.ok) return (await response.json()) as Result;
  throw new Error(`${response.status} from the webhook endpoints: ${await response.text()}`);
}
