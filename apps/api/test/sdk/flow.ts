import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type * as Sdk from '@parley/sdk';

/** An order from its first request to its webhooks, by the published package. Returns what the test checks. */
export async function runFlow({ ApiError, money, Parley, webhooks }: typeof Sdk) {
  const { PARLEY_SECRET_KEY: apiKey = '', PARLEY_API_URL: baseUrl = '' } = process.env;
  const parley = new Parley({ apiKey, baseUrl });
  const received: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ body: await text(request), headers: request.headers });
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { webhook_endpoint: endpoint } = await parley.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/webhooks`,
    event_types: ['proxy_session.created', 'proxy_session.cart_updated'],
  });
  const { signing_secret: secret } = await parley.webhookEndpoints.rotateSecret(endpoint.id, {
    previous_signing_secret_expires_at: new Date(Date.now() + 60_000).toISOString(),
  });

  const order = {
    amount_minor: money.parse('42.00', 'EUR'),
    currency: 'EUR',
    buyer_reference: crypto.randomUUID(),
    cart_snapshot: { lines: [{ name: 'Café', quantity: 1, amount_minor: 4200 }] },
  };
  const options = { idempotencyKey: crypto.randomUUID() };
  const first = await parley.sessions.create(order, options).withResponse();
  const replay = await parley.sessions.create(order, options).withResponse();
  await parley.sessions.create(order);
  const listed: string[] = [];
  const { buyer_reference } = order;
  for await (const session of parley.sessions.list({ buyer_reference, limit: 1 })) {
    listed.push(session.id);
  }
  const cart = { ...order, amount_minor: 3900, expected_cart_version: 1 };
  const { buyer_reference: _, ...change } = cart;
  const replaced = await parley.sessions.replaceCart(first.data.id, change);
  const conflict = await parley.sessions.replaceCart(first.data.id, change).catch((error) => error);
  const session = await parley.sessions.retrieve(first.data.id);

  const deadline = Date.now() + 60_000;
  while (received.length < 3 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const events = await Promise.all(
    received.map(({ body, headers }) => webhooks.verify(body, headers, secret)),
  );
  const wrong = `whsec_${btoa('another secret')}`;
  const [delivery] = received;
  const refusal = await webhooks
    .verify(delivery?.body ?? '', delivery?.headers ?? {}, wrong)
    .catch((error) => error.reason);
  await parley.webhookEndpoints.archive(endpoint.id);
  server.close();
  server.closeAllConnections();
  return {
    isReplayed: [first.isReplayed, replay.isReplayed],
    isSame: first.data.id === replay.data.id,
    listed: listed.length,
    isListed: listed.includes(first.data.id),
    cartVersions: [replaced.cart_version, session.cart_version],
    total: money.format(session, 'en'),
    conflict: conflict instanceof ApiError && [conflict.status, conflict.code],
    events: events.map(({ type }) => type).sort(),
    refusal,
  };
}
