import { WebhookVerificationError, webhooks } from '@parley/sdk';

// Receives the events of a payment.

const { PARLEY_SIGNING_SECRET = '' } = process.env;
const log = (line: string) => process.stdout.write(`${line}\n`);

export async function POST(request: Request): Promise<Response> {
  try {
    // Not json(): the signature covers the received bytes.
    const body = await request.text();
    const event = await webhooks.verify(body, request.headers, PARLEY_SIGNING_SECRET);
    if (event.type === 'proxy_session.paid') {
      log(`Order ${event.data.object.metadata.order_id} is paid.`);
    }
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    log(`Refused a webhook: ${error.message}`);
    return new Response(null, { status: 400 });
  }
}
