import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';

test('a payment link that is hammered is told to wait, and no other', async ({ request }) => {
  const server = merchantServer(request);
  const [hammered, quiet] = [await server.createSession(), await server.createSession()];
  const look = (id: string) =>
    request.post(`${demo.checkout_url}/rpc/getPage`, {
      headers: { origin: demo.checkout_url },
      data: { id, pk: demo.publishable_key },
    });
  const answers = await Promise.all(Array.from({ length: 120 }, () => look(hammered.id)));
  const refused = answers.find((answer) => answer.status() === 429);
  if (!refused) throw new Error('nobody was told to wait');
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect((await refused.json()).error.data.code).toBe('rate_limited');
  expect((await look(quiet.id)).status()).toBe(200);
});
