import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';

test('the rate limit of one payment link does not affect another link', async ({ request }) => {
  const server = merchantServer(request);
  const [limited, other] = [await server.createSession(), await server.createSession()];
  const getPage = (id: string) =>
    request.post(`${demo.checkout_url}/rpc/getPage`, {
      headers: { origin: demo.checkout_url },
      data: { id, pk: demo.publishable_key },
    });
  const responses = await Promise.all(Array.from({ length: 120 }, () => getPage(limited.id)));
  const statuses = new Set(responses.map((response) => response.status()));
  expect(statuses).toEqual(new Set([200, 429]));
  const rejected = responses.find((response) => response.status() === 429);
  expect(Number(rejected?.headers()['retry-after'])).toBeGreaterThan(0);
  expect((await rejected?.json())?.error.data.code).toBe('rate_limited');
  expect((await getPage(other.id)).status()).toBe(200);
});
