import { startServer } from '@parley/testing';
import { canBeClosed, closed, getIntent } from './model/provider-objects.ts';
import * as wire from './provider-stub-objects.ts';

/** A provider over HTTP whose objects the test sets, by id. It refuses to create others. */
export async function startProviderStub() {
  const objects = new Map<string, wire.StubObject>();
  const requests: string[] = [];
  const { url, stop } = await startServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const target = new URL(request.url ?? '', 'http://provider');
    const [status, body] = respond(objects, target, request.method);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  return {
    url,
    objects,
    /** The method and path of every request so far. */
    requests,
    stop,
  };
}

type Objects = Map<string, wire.StubObject>;
type Response = readonly [status: number, body: object];

function respond(
  objects: Objects,
  { pathname, searchParams }: URL,
  method: string | undefined,
): Response {
  // Every secret key is valid and belongs to the same account.
  if (pathname === '/v1/account') return [200, { id: 'acct_stub', object: 'account' }];
  if (method === 'GET' && pathname === '/v1/webhook_endpoints')
    return [200, { object: 'list', url: pathname, has_more: false, data: [] }];
  if (method === 'POST' && pathname === '/v1/webhook_endpoints')
    return [200, { id: 'we_stub', object: 'webhook_endpoint', secret: 'whsec_stub' }];
  const [, collection = '', id, action] =
    /^\/v1\/(checkout\/sessions|\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
  if (id === 'search') return [200, search(objects, collection, searchParams.get('query') ?? '')];
  if (id === undefined && method === 'POST') return [400, refusal('amount_too_large')];
  if (id === undefined) return [200, list(objects, collection, searchParams)];
  const found = find(objects, id);
  const render = wire.renderers[collection];
  if (!found || !render) return [404, refusal('resource_missing')];
  if (action === undefined) {
    const body = render(...found);
    const expanded = searchParams.get('expand[0]') === 'payment_intent';
    return [200, expanded ? { ...body, payment_intent: wire.paymentIntent(...found) } : body];
  }
  // Cancel, expire and void.
  const [key, object] = found;
  if (!canBeClosed(object.status)) return [400, refusal('unexpected_state')];
  const after = closed(object);
  objects.set(key, after);
  return [200, render(key, after)];
}

/** The object with this id, or to which the payment intent, charge, dispute or invoice belongs. */
function find(objects: Objects, id: string): [string, wire.StubObject] | null {
  for (const key of [id, id.slice('pi_'.length)]) {
    const object = objects.get(key);
    if (object) return [key, object];
  }
  return null;
}

function search(objects: Objects, collection: string, query: string): object {
  const attemptId = /'(pspacq_\w+)'/.exec(query)?.[1];
  const kind = collection === 'subscriptions' ? 'subscription' : 'payment_intent';
  const found = [...objects].filter(
    ([, { kind: own, metadata }]) =>
      own === kind && metadata.proxy_acquisition_attempt_id === attemptId,
  );
  return page(found, wire.renderers[collection]);
}

function list(objects: Objects, collection: string, query: URLSearchParams): object {
  const intent = query.get('payment_intent') ?? query.get('payment[payment_intent]');
  const invoice = query.get('invoice');
  const subscription = query.get('subscription');
  if (collection === 'invoices') {
    const found = [...objects].filter(([id]) => id === subscription);
    return page(found, wire.firstInvoice);
  }
  const all = [...objects].filter(([id, object]) => {
    if (collection === 'checkout/sessions' && object.kind !== 'checkout.session') return false;
    if (collection === 'invoice_payments' && object.kind !== 'subscription') return false;
    if (collection === 'disputes' && object.disputed === 0) return false;
    if (subscription !== null) return false;
    if (intent !== null) return getIntent(id) === intent;
    return invoice === null || wire.getInvoice(id, object) === invoice;
  });
  return page(all, wire.renderers[collection]);
}

function page(
  found: readonly [string, wire.StubObject][],
  render: wire.Render | undefined,
): object {
  return {
    object: 'list',
    url: '/v1',
    has_more: false,
    data: found.map((entry) => render?.(...entry)),
  };
}

const refusal = (code: string) => ({
  error: { type: 'invalid_request_error', code, message: 'no' },
});
