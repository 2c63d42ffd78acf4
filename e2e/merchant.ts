import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { demo } from './demo.ts';

/** The merchant's own server, as far as these tests play it. */
export function merchantServer(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  const sessionUrl = (id: string) => `${demo.api_url}/proxy_sessions/${id}`;
  return {
    /** Creates a session and answers where its payer goes. */
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

    /** Reserves a session's attempt, and leaves the rest to the hosted page. */
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

    session: async (id: string) =>
      (await request.get(`${sessionUrl(id)}/merchant`, { headers })).json(),

    replaceCart: async (id: string, data: object) => {
      const response = await request.put(`${sessionUrl(id)}/cart`, { headers, data });
      expect(response.status(), await response.text()).toBe(200);
    },

    /** Waits until the session has come to a status. */
    reaches: async (id: string, status: string) => {
      await expect
        .poll(
          async () => {
            // Refused is a way to answer too: a server that was killed is just coming back.
            const answer = await request
              .get(`${sessionUrl(id)}/merchant`, { headers })
              .catch(() => null);
            return answer?.ok() ? (await answer.json()).status : answer?.status();
          },
          { timeout: 20_000 },
        )
        .toBe(status);
    },
  };
}

/** Signs the demo merchant's person in to the dashboard. */
export async function signIn(page: Page): Promise<void> {
  await page.goto(demo.dashboard_url);
  await page.getByLabel('Email').fill(demo.dashboard_email);
  await page.getByLabel('Password').fill(demo.dashboard_password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The first pages of a process that has just begun take their time.
  const sessions = page.getByRole('heading', { name: 'Sessions' });
  await expect(sessions).toBeVisible({ timeout: 15_000 });
}
