import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canBeCanceled, type ProviderObject } from './model/state.ts';

export interface StubIntent extends ProviderObject {
  readonly metadata: Readonly<Record<string, string>>;
}

/** A provider over HTTP whose objects the test sets. */
export async function startProviderStub() {
  const intents = new Map<string, StubIntent>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const respond = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    // Every secret key is valid and belongs to the same account.
    if (request.url === '/v1/account') {
      return respond(200, { id: 'acct_stub', object: 'account' });
    }
    const [, id = '', cancel] =
      /^\/v1\/payment_intents\/(\w+)(\/cancel)?/.exec(request.url ?? '') ?? [];
    const intent = intents.get(id);
    if (!intent) return respond(404, refusal('resource_missing'));
    if (!cancel) return respond(200, paymentIntent(id, intent));
    if (!canBeCanceled(intent.status)) {
      return respond(400, refusal('payment_intent_unexpected_state'));
    }
    const canceled: StubIntent = { ...intent, status: 'canceled' };
    intents.set(id, canceled);
    return respond(200, paymentIntent(id, canceled));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    intents,
    /** The method and path of every request so far. */
    requests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const refusal = (code: string) => ({
  error: { type: 'invalid_request_error', code, message: 'no' },
});

const statuses: Readonly<Record<ProviderObject['status'], string>> = {
  waiting: 'requires_payment_method',
  declined: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  canceled: 'canceled',
};

function paymentIntent(id: string, { status, taken, metadata }: StubIntent) {
  return {
    id,
    object: 'payment_intent',
    amount: taken,
    amount_received: taken,
    currency: metadata.currency ?? 'eur',
    created: 1_700_000_000,
    status: statuses[status],
    last_payment_error:
      status === 'declined' ? { type: 'card_error', code: 'card_declined' } : null,
    cancellation_reason: null,
    client_secret: null,
    customer: null,
    livemode: false,
    metadata,
  };
}

/** An event about a payment intent, signed as the provider signs it. */
export function signedEvent(id: string, intent: StubIntent, secret: string) {
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  const body = JSON.stringify({
    id: eventId,
    object: 'event',
    type: 'payment_intent.processing',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: paymentIntent(id, intent) },
  });
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { eventId, body, header: `t=${at},v1=${signature}` };
}
