import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { startWebhookReceiver } from '@parley/testing';
import { test as base, expect } from '@playwright/test';
import { demo } from './demo.ts';
import { createEndpointWithPing, merchantServer, openDashboard } from './merchant.ts';
import { paySubscription } from './payer.ts';

const app = join(import.meta.dirname, '..', 'apps', 'dashboard', 'src', 'app');

/** The routes of the pages in a folder of the dashboard, such as "/[mode]/sessions/[id]". */
function readRoutes(folder: string): string[] {
  return readdirSync(join(app, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'page.tsx')
    .map((file) => {
      const segments = join(folder, dirname(file)).split('/');
      return `/${segments.filter((one) => one !== '.' && !/^\(.*\)$/.test(one)).join('/')}`;
    })
    .sort();
}

/** The routes of the pages that a signed-in member of a team opens. */
export const memberRoutes = readRoutes('(signed-in)');
export const allRoutes = readRoutes('.');

/** What the pages show, by the name of the parameter in their route. */
interface Objects {
  readonly session: string;
  readonly subscription: string;
  readonly endpoint: string;
  readonly event: string;
  readonly request: string;
}

/** The path of a page in test mode. */
function getPath(route: string, objects: Objects): string {
  const { session, subscription, endpoint, event, request } = objects;
  const ids: Readonly<Record<string, string>> = {
    '/[mode]/sessions/[id]': session,
    '/[mode]/subscriptions/[id]': subscription,
    '/[mode]/developers/events/[id]': event,
    '/[mode]/developers/requests/[id]': request,
  };
  const path = route
    .replace('[mode]', 'test')
    .replace('[operation]', 'createSessionWithHandoff')
    .replace('webhooks/[id]', `webhooks/${endpoint}`)
    .replace('[event_id]', event)
    .replace('[id]', ids[route] ?? '[id]');
  if (path.includes('[')) throw new Error(`getPath has no object for ${path}`);
  return path;
}

/** Tests with the paths of all pages of members, whose objects each worker creates once. */
export const test = base.extend<object, { readonly getPath: (route: string) => string }>({
  getPath: [
    async ({ browser, playwright }, use) => {
      const request = await playwright.request.newContext();
      const receiver = await startWebhookReceiver();
      const server = merchantServer(request);
      const { id: session } = await server.createSession();
      const endpoint = await createEndpointWithPing(request, `${receiver.url}/webhooks`);
      try {
        const context = await browser.newContext({ locale: 'en-US' });
        const page = await context.newPage();
        await paySubscription(page, server);
        const refused = await request.post(`${demo.api_url}/proxy_sessions/handoff`, {
          headers: { authorization: `Bearer ${demo.secret_key}` },
          data: { amount_minor: -1, currency: 'eur' },
        });
        const requestId = refused.headers()['x-request-id'] ?? '';
        /** Opens a page until it shows what the background work has done. Returns it. */
        const openUntil = async (path: string, shown: RegExp): Promise<string> => {
          await expect(async () => {
            await openDashboard(page, path);
            expect(shown.test(await page.content()), `${path} shows ${shown}`).toBe(true);
          }).toPass();
          return shown.exec(await page.content())?.[0] ?? '';
        };
        const delivery = `/test/webhooks/${endpoint.id}/deliveries/${endpoint.event}`;
        await openUntil(delivery, /204 No Content/);
        await openUntil(`/test/developers/requests/${requestId}`, /amount_minor must be/);
        const subscription = await openUntil('/test/subscriptions', /\bpsub_\w{36}/);
        await openUntil(`/test/subscriptions/${subscription}`, /Invoices, 1/);
        const objects: Objects = {
          session,
          subscription,
          endpoint: endpoint.id,
          event: endpoint.event,
          request: requestId,
        };
        await context.close();
        await use((route) => getPath(route, objects));
      } finally {
        await endpoint.archive();
        await receiver.stop();
        await request.dispose();
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
