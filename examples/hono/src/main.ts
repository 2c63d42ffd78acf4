import { serve } from '@hono/node-server';
import { Parley, WebhookVerificationError, webhooks } from '@parley/sdk';
import { Hono } from 'hono';

// The payment of an order with Hono: sends the payer to the payer page, and receives the webhook.

const {
  PARLEY_API_URL = '',
  PARLEY_SECRET_KEY = '',
  PARLEY_PUBLISHABLE_KEY = '',
  PARLEY_SIGNING_SECRET = '',
  PORT = '4040',
} = process.env;
const parley = new Parley({ apiKey: PARLEY_SECRET_KEY, baseUrl: PARLEY_API_URL });
const log = (line: string) => process.stdout.write(`${line}\n`);
const app = new Hono();

app.post('/webhooks/parley', async (context) => {
  // Not json(): the signature covers the received bytes.
  const body = await context.req.text();
  const event = await webhooks.verify(body, context.req.raw.headers, PARLEY_SIGNING_SECRET);
  if (event.type === 'proxy_session.paid') {
    log(`Order ${event.data.object.metadata.order_id} is paid.`);
  }
  return context.body(null, 204);
});

app.post('/orders', async (context) => {
  // The price is the shop's own, so a browser sends only the id.
  const { id } = await context.req.json<{ id: string }>();
  const { handoff_url } = await parley.sessions.createWithHandoff(
    {
      amount_minor: 2790,
      currency: 'eur',
      buyer_reference: 'guest',
      cart_snapshot: { lines: [{ name: 'Filter coffee', quantity: 1, amount_minor: 2790 }] },
      metadata: { order_id: id },
      publishable_key: PARLEY_PUBLISHABLE_KEY,
    },
    { idempotencyKey: `order-${id}` },
  );
  return context.redirect(handoff_url, 303);
});

app.onError((error, context) => {
  if (!(error instanceof WebhookVerificationError)) throw error;
  log(`Refused a webhook: ${error.message}`);
  return context.body(null, 400);
});

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) =>
  log(`http://127.0.0.1:${port}`),
);
