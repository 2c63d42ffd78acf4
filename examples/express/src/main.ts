import { Parley, WebhookVerificationError, webhooks } from '@parley/sdk';
import express, { type ErrorRequestHandler } from 'express';

// The payment of an order with Express: sends the payer to the payer page, and receives the webhook.

const {
  PARLEY_API_URL = '',
  PARLEY_SECRET_KEY = '',
  PARLEY_PUBLISHABLE_KEY = '',
  PARLEY_SIGNING_SECRET = '',
  PORT = '4040',
} = process.env;
const parley = new Parley({ apiKey: PARLEY_SECRET_KEY, baseUrl: PARLEY_API_URL });
const log = (line: string) => process.stdout.write(`${line}\n`);
const app = express();

// Before express.json(), which would replace the received bytes, and the signature covers those.
const receivedBytes = express.raw({ type: () => true, limit: '64kb' });
app.post('/webhooks/parley', receivedBytes, async (request, response) => {
  const event = await webhooks.verify(request.body, request.headers, PARLEY_SIGNING_SECRET);
  if (event.type === 'proxy_session.paid') {
    log(`Order ${event.data.object.metadata.order_id} is paid.`);
  }
  response.sendStatus(204);
});

app.use(express.json());

app.post('/orders', async (request, response) => {
  // The price is the shop's own, so a browser sends only the id.
  const { id } = request.body;
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
  response.redirect(303, handoff_url);
});

const handleError: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof WebhookVerificationError)) return next(error);
  log(`Refused a webhook: ${error.message}`);
  response.sendStatus(400);
};
app.use(handleError);

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') log(`http://127.0.0.1:${address.port}`);
});
