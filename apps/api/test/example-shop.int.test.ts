import { text } from 'node:stream/consumers';
import { startServer } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createShop } from '../../../examples/shop/src/server.ts';
import { startHosted } from './hosted/hosted.ts';
import { sessionReaches } from './provider.ts';

const hosted = await startHosted();
const { api } = hosted.payments;
afterAll(() => hosted.stop());

const signingSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

async function listen(...from: Parameters<typeof startServer>): Promise<string> {
  const { url, stop } = await startServer(...from);
  onTestFinished(stop);
  return url;
}

async function startShop(apiUrl = `${api.url}/v1`) {
  const log: string[] = [];
  const config = {
    port: 0,
    shopUrl: 'http://shop.test',
    apiUrl,
    payerPageOrigin: 'https://pay.test',
    secretKey: api.merchant.secretKey,
    publishableKey: api.merchant.publishableKey,
    signingSecret,
  };
  const url = await listen(createShop(config, (line) => log.push(line)));

  /** Orders something, as the form does. */
  async function placeOrder() {
    const body = new URLSearchParams({ quantity: '2', amount_minor: '1' });
    const response = await fetch(`${url}/orders`, { method: 'POST', body, redirect: 'manual' });
    const payerPage = new URL(response.headers.get('location') ?? '');
    const id = payerPage.pathname.slice(1);
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    const order = session.metadata.order_id as string;
    const link = { id, pk: payerPage.searchParams.get('pk') ?? '' };
    return { response, session, link, order };
  }

  async function sendEvent(event: { id: string }, secret = signingSecret): Promise<number> {
    const body = JSON.stringify(event);
    const now = new Date();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(event.id, now, body),
    };
    return (await fetch(`${url}/webhooks/parley`, { method: 'POST', headers, body })).status;
  }

  const read = async (path: string) => (await fetch(url + path)).text();
  return { log, url, placeOrder, sendEvent, read };
}

const occurrences = (whole: string, part: string) => whole.split(part).length - 1;

it('charges the price of the shop, not one that a browser sent', async () => {
  const { session, order } = await (await startShop()).placeOrder();
  expect(session).toMatchObject({
    status: 'payer_handoff_pending',
    amount_minor: 5580,
    payer_destination_url: `http://shop.test/orders/${order}`,
  });
});

it('an order is paid and shipped once, by a signed event only', async () => {
  const shop = await startShop();
  const { link, order } = await shop.placeOrder();
  const { form } = await hosted.payable(link);
  await hosted.submit(form, '4242424242424242');
  await sessionReaches(api, link.id, { status: 'paid' });
  const events = await api.get(`/events?type=proxy_session.paid&proxy_session_id=${link.id}`);
  const [event] = events.body.data;

  expect(await shop.sendEvent(event, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
  expect(await shop.read(`/orders/${order}`)).toContain('Waiting for the payment');

  expect(await Promise.all([shop.sendEvent(event), shop.sendEvent(event)])).toEqual([204, 204]);
  expect(await shop.sendEvent(event)).toBe(204);
  const page = await shop.read(`/orders/${order}`);
  expect(page).toContain('Paid and shipped');
  expect(occurrences(page, 'Parley reported the payment.')).toBe(1);
  expect(occurrences(page, 'The order was shipped.')).toBe(1);
  const session = (await api.get(`/proxy_sessions/${link.id}/merchant`)).body;
  expect(session).toMatchObject({ status: 'provisioned' });
});

it('a lost response creates no second session', async () => {
  let requests = 0;
  const losesTheFirstResponse = await listen(async (request, response) => {
    const { host, 'content-length': length, connection, ...rest } = request.headers;
    const headers = rest as Record<string, string>;
    const body = await text(request);
    const result = await fetch(api.url + request.url, { method: 'POST', headers, body });
    requests += 1;
    if (requests === 1) response.destroy();
    else response.writeHead(result.status).end(await result.text());
  });
  const { order } = await (await startShop(`${losesTheFirstResponse}/v1`)).placeOrder();
  expect(requests).toBe(2);
  const sessions: { metadata: { order_id?: string } }[] = (await api.get('/proxy_sessions')).body
    .data;
  expect(sessions.filter(({ metadata }) => metadata.order_id === order)).toHaveLength(1);
});

it('sends neither the secret key nor the signing secret to a browser', async () => {
  const shop = await startShop();
  const { response, order } = await shop.placeOrder();
  const pages = ['/', '/inline', '/overlay', `/orders/${order}`, '/nothing', '//'];
  const files = ['/shop.css', '/orders.js', '/inline.js', '/overlay.js'];
  const headers = { accept: 'application/json' };
  const responses = [
    response,
    await fetch(`${shop.url}/orders`, { method: 'POST', headers }),
    ...(await Promise.all([...pages, ...files].map((path) => fetch(shop.url + path)))),
  ];
  expect(responses.map(({ status }) => status)).toEqual([
    303, 201, 200, 200, 200, 200, 404, 404, 200, 200, 200, 200,
  ]);
  for (const one of responses) {
    const sent = JSON.stringify([...one.headers]) + (await one.text());
    expect(sent).not.toContain(api.merchant.secretKey);
    expect(sent).not.toContain(signingSecret);
  }
});
