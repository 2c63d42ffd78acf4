import { type APIRequestContext, type Cookie, expect, type Page } from '@playwright/test';
import { demo } from './demo.ts';

interface Subscription {
  readonly id: string;
  readonly provider_subscription_id: string;
  readonly disputes: readonly object[];
}

/** Requests that the merchant's server sends to the API, with the secret key of test mode by default. */
export function merchantServer(request: APIRequestContext, secretKey = demo.secret_key) {
  const headers = { authorization: `Bearer ${secretKey}` };
  const sessionUrl = (id: string) => `${demo.api_url}/proxy_sessions/${id}`;
  const post = async (id: string, action: string, data?: object) => {
    const response = await request.post(`${sessionUrl(id)}/${action}`, { headers, data });
    expect(response.status(), await response.text()).toBe(200);
  };
  const readLastAttempt = async (id: string) => {
    const response = await request.get(`${sessionUrl(id)}/acquisition_attempts`, { headers });
    return (await response.json()).data.at(-1);
  };
  return {
    /** Creates a session and returns the URL for its payer. */
    createSession: async (change: object = {}): Promise<{ id: string; handoff_url: string }> => {
      const response = await request.post(`${demo.api_url}/proxy_sessions/handoff`, {
        headers,
        data: {
          amount_minor: 4200,
          currency: 'eur',
          buyer_reference: 'customer_8412',
          cart_snapshot: {
            lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }],
          },
          publishable_key: demo.publishable_key,
          ...change,
        },
      });
      expect(response.status(), await response.text()).toBe(200);
      return response.json();
    },

    /** Reserves an attempt of a session and returns its id; the hosted page does the rest. */
    reserve: async (id: string, options: object): Promise<string> => {
      const response = await request.post(`${sessionUrl(id)}/acquisition_attempts`, {
        headers,
        data: {
          commercial_mode: 'one_time',
          pricing_mode: 'fixed',
          provider_options_fingerprint: 'a'.repeat(64),
          ...options,
        },
      });
      expect(response.status(), await response.text()).toBe(200);
      return (await response.json()).acquisition_attempt.id;
    },

    /** The subscription of a buyer. */
    findSubscription: async (buyerReference: string): Promise<Subscription> => {
      const query = `?buyer_reference=${encodeURIComponent(buyerReference)}`;
      const response = await request.get(`${demo.api_url}/subscriptions${query}`, { headers });
      expect(response.status(), await response.text()).toBe(200);
      return (await response.json()).data[0];
    },

    cancel: (id: string) => post(id, 'cancel'),

    reportProvisioned: (id: string) => post(id, 'provisioned', {}),

    reportProvisioningFailed: (id: string) =>
      post(id, 'provisioning_failed', { error_message: 'The item is out of stock.' }),

    /** Resolves a conflict whose payment was refunded elsewhere. */
    resolveAsRefunded: (id: string) =>
      post(id, 'resolve', { resolution: 'refunded', refunded_elsewhere: true }),

    readSession: async (id: string) =>
      (await request.get(`${sessionUrl(id)}/merchant`, { headers })).json(),

    /** The id of the provider's object of the last attempt. */
    readRootId: async (id: string): Promise<string> =>
      (await readLastAttempt(id)).provider_root_object_id,

    /** Waits until the last attempt has ended. */
    waitForEndOfAttempt: (id: string) =>
      expect
        .poll(async () => (await readLastAttempt(id)).status)
        .toMatch(/^(canceled|failed|expired)$/),

    /** Replaces the last attempt, which has ended, so that the payer can try again. */
    supersede: async (id: string) => {
      const { id: attemptId, version } = await readLastAttempt(id);
      await post(id, `acquisition_attempts/${attemptId}/supersede`, {
        expected_version: version,
        reason: 'payer_called',
        replacement: {
          integration_path: 'payment_intent',
          provider_options_fingerprint: 'a'.repeat(64),
        },
      });
    },

    replaceCart: async (id: string, data: object) => {
      const response = await request.put(`${sessionUrl(id)}/cart`, { headers, data });
      expect(response.status(), await response.text()).toBe(200);
    },

    /** Waits until a session has the given status. */
    waitForStatus: async (id: string, status: string) => {
      await expect
        .poll(async () => {
          // The connection fails while a killed server restarts.
          const response = await request
            .get(`${sessionUrl(id)}/merchant`, { headers })
            .catch(() => null);
          return response?.ok() ? (await response.json()).status : response?.status();
        })
        .toBe(status);
    },
  };
}

/** Creates an endpoint, without a server by default, and sends it a test event; returns how to archive it. */
export async function createEndpointWithPing(
  request: APIRequestContext,
  receiver = 'https://shop.example/webhooks/parley',
): Promise<{ id: string; event: string; archive: () => Promise<unknown> }> {
  const url = `${demo.api_url}/webhook_endpoints`;
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  const data = { url: receiver, event_types: ['subscription.ended'] };
  const { webhook_endpoint } = await (await request.post(url, { headers, data })).json();
  const ping = await request.post(`${url}/${webhook_endpoint.id}/ping`, { headers });
  return {
    id: webhook_endpoint.id,
    event: (await ping.json()).delivery.event_id,
    archive: () => request.post(`${url}/${webhook_endpoint.id}/archive`, { headers }),
  };
}

/** Less than the time for which a sign-in allows sensitive actions. */
const SIGN_IN_LIFETIME_MS = 300_000;
let signedIn: { readonly cookies: Cookie[]; readonly at: number } | undefined;

/**
 * Signs in the demo user in the browser context of a page: with the form, which may be in any language, every five
 * minutes per worker, and with cookies meanwhile.
 */
export async function signInDemo(page: Page): Promise<void> {
  if (signedIn && Date.now() - signedIn.at <= SIGN_IN_LIFETIME_MS) {
    await page.context().addCookies(signedIn.cookies);
    return;
  }
  await page.context().clearCookies();
  await page.goto(`${demo.dashboard_url}/sign-in?to=/account`);
  await page.locator('input[type="email"]').fill(demo.dashboard_email);
  const password = page.locator('input[type="password"]');
  await password.fill(demo.dashboard_password);
  await password.press('Enter');
  await expect(page).toHaveURL(({ pathname }) => pathname === '/account');
  signedIn = { cookies: await page.context().cookies(), at: Date.now() };
}

/** Opens a page of the dashboard as the demo user. */
export async function openDashboard(page: Page, path: string): Promise<void> {
  await signInDemo(page);
  await page.goto(`${demo.dashboard_url}${path}`);
  await expect(page).toHaveURL((url) => url.pathname !== '/sign-in');
  if (signedIn) signedIn = { ...signedIn, cookies: await page.context().cookies() };
}
