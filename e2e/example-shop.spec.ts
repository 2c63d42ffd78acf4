import { createServer, type Server } from 'node:http';
import { shopEnvironment } from '@parley/launch/shop-environment';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { readConfig } from '../examples/shop/src/config.ts';
import { createShop } from '../examples/shop/src/server.ts';
import { demo } from './demo.ts';
import { cards, pay } from './payer.ts';

let server: Server;

/** Takes the one origin that may embed the payer page of the demo merchant. Another run of this file may have it. */
async function listen(): Promise<void> {
  const { port, hostname } = new URL(demo.shop_url);
  await expect(async () => {
    server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(Number(port), hostname, resolve);
    });
  }).toPass();
}

/** Ends the deliveries to the shop, which no longer runs. */
async function archiveEndpoint(request: APIRequestContext): Promise<void> {
  const url = `${demo.api_url}/webhook_endpoints`;
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  const { data } = await (await request.get(url, { headers })).json();
  for (const endpoint of data) {
    if (!endpoint.url.startsWith(demo.shop_url) || endpoint.status === 'archived') continue;
    await request.post(`${url}/${endpoint.id}/archive`, { headers });
  }
}

test.beforeEach(async () => {
  await listen();
  const shop = createShop(readConfig(await shopEnvironment(demo)), () => {});
  server.on('request', (request, response) => shop.emit('request', request, response));
});
test.afterEach(async ({ request }) => {
  await archiveEndpoint(request);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test('a customer of the example shop pays inline, and in the overlay after authentication', async ({
  page,
}) => {
  await page.goto(`${demo.shop_url}/inline`);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await pay(page.frameLocator('#checkout iframe'), '€27.90', cards.success);
  // The webhook marks the order as paid.
  await expect(page.getByRole('status')).toHaveText('Paid and shipped');
  expect(page.url()).toMatch(/\/orders\/[0-9a-f-]{36}$/);

  await page.getByRole('link', { name: 'overlay' }).click();
  // Before its script runs, the button leads to the payer page.
  await page.waitForURL('**/overlay');
  const buy = page.getByRole('button', { name: 'Buy' });
  await buy.click();
  const dialog = page.getByRole('dialog');
  const overlay = dialog.frameLocator('iframe');
  await expect(overlay.getByRole('button', { name: 'Pay €27.90' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(buy).toBeFocused();

  await buy.click();
  await pay(overlay, '€27.90', cards.authentication);
  const challenge = overlay.frameLocator('iframe[src*="/elements/challenge"]');
  await challenge.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(overlay.getByRole('heading', { name: 'You paid €27.90.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status')).toHaveText('Paid and shipped');
});
