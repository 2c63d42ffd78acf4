import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

test('the dashboard shows its sign-in page', async ({ page }) => {
  const response = await page.goto(demo.dashboard_url);
  expect(response?.ok()).toBe(true);
  await expect(page).toHaveTitle(/Parley/);
});

test('the API accepts the demo key and rejects a request without a key', async ({ request }) => {
  const url = `${demo.api_url}/proxy_sessions`;
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  expect((await request.post(url, { headers, data: {} })).status()).toBe(400);
  expect((await request.post(url, { data: {} })).status()).toBe(401);
});

test('a path with an invalid percent encoding leads to a page of the app', async ({ request }) => {
  const link = await request.get(`${demo.checkout_url}/%zz`);
  expect(link.status()).toBe(404);
  expect(await link.text()).toContain('This payment link is not valid.');
  const endpoint = await request.get(`${demo.dashboard_url}/test/webhooks/%zz`);
  expect(endpoint.status()).toBe(200);
  expect(new URL(endpoint.url()).pathname).toBe('/sign-in');
});

test('the mailbox of development is served to this machine only, under its own names', async () => {
  const { port } = new URL(demo.dashboard_url);
  const statusFor = async (host: string, more = {}) => {
    // fetch does not let its caller choose the Host header.
    const headers = { host: `${host}:${port}`, ...more };
    const sent = get(`${demo.dashboard_url}/dev/mail`, { headers });
    const [response]: IncomingMessage[] = await once(sent, 'response');
    response?.resume();
    return response?.statusCode;
  };
  expect(await statusFor('localhost')).toBe(200);
  expect(await statusFor('rebound.example')).toBe(404);
  // Through a proxy on this machine.
  const forwarded = { 'x-forwarded-for': '192.168.1.20', 'x-parley-local': '1' };
  expect(await statusFor('localhost', forwarded)).toBe(404);
});
