import { Parley, WebhookVerificationError, webhooks } from '@parley/sdk';
import { fastify } from 'fastify';

// The payment of an order with Fastify: sends the payer to the payer page, and receives the webhook.

const {
  PARLEY_API_URL = '',
  PARLEY_SECRET_KEY = '',
  PARLEY_PUBLISHABLE_KEY = '',
  PARLEY_SIGNING_SECRET = '',
  PORT = '4040',
} = process.env;
const parley = new Parley({ apiKey: PARLEY_SECRET_KEY, baseUrl: PARLEY_API_URL });
const log = (line: string) => process.stdout.write(`${line}\n`);
const app = fastify();

// A plugin has parsers of its own: the signature covers the received bytes.
app.register(async (receiver) => {
  receiver.removeAllContentTypeParsers();
  receiver.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_, body, done) =>
    done(null, body),
  );
  receiver.post<{ Body: Buffer }>('/webhooks/parley', async (request, reply) => {
    const event = await webhooks.verify(request.body, request.headers, PARLEY_SIGNING_SECRET);
    if (event.type === 'proxy_session.paid') {
      log(`Order ${event.data.object.metadata.order_id} is paid.`);
    }
    return reply.code(204).send();
  });
});

app.post<{ Body: { id: string } }>('/orders', async (request, reply) => {
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
  return reply.redirect(handoff_url, 303);
});

app.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof WebhookVerificationError)) throw error;
  log(`Refused a webhook: ${error.message}`);
  return reply.code(400).send();
});

log(await app.listen({ port: Number(PORT), host: '127.0.0.1' }));
