import type Stripe from 'stripe';
import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import {
  CommittedError,
  fromBrowser,
  get,
  post,
  type Route,
  retrieveOperation,
} from '../api/operation.ts';
import { expireSession } from '../checkout/complete-session.ts';
import { confirmSession } from '../checkout/confirm-session.ts';
import { createSession } from '../checkout/create-session.ts';
import { linePage } from '../checkout/line-items.ts';
import {
  confirmSessionParams,
  createSessionParams,
  updateSessionParams,
} from '../checkout/params.ts';
import { browserView } from '../intents/browser-access.ts';
import { getId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { secretsEqual } from '../wire/authenticate.ts';
import { invalid, StripeError } from '../wire/errors.ts';
import { mergeMetadata, noParams, oneOf, paging, text } from '../wire/params.ts';

export const checkoutRoutes: readonly Route[] = [
  post(
    '/v1/checkout/sessions',
    createSessionParams,
    async ({ tx }, params) => (await createSession(tx, params)).data,
  ),
  listOperation('checkout.session', '/v1/checkout/sessions', {
    customer: text(),
    payment_intent: text(),
    status: oneOf('complete', 'expired', 'open'),
    subscription: text(),
  }),

  retrieveOperation('checkout.session', '/v1/checkout/sessions'),

  post('/v1/checkout/sessions/:id', updateSessionParams, async ({ tx, id }, { metadata }) => {
    const session = await tx.lock('checkout.session', id);
    await tx.change(session, { metadata: mergeMetadata(session.data.metadata ?? {}, metadata) });
    return session.data;
  }),

  get('/v1/checkout/sessions/:id/line_items', z.strictObject(paging), async ({ tx, id }, page) => {
    const session = await tx.read('checkout.session', id);
    return linePage(id, session.hidden.line_items ?? [], page);
  }),

  post('/v1/checkout/sessions/:id/expire', noParams, async ({ tx, id }) => {
    const session = await tx.lock('checkout.session', id);
    await expireSession(tx, session);
    return session.data;
  }),

  // The hosted page posts here. It needs no client secret: only the payer has the id of the session.
  fromBrowser(
    post('/v1/payment_pages/:id/confirm', confirmSessionParams, async ({ tx, id }, params) => {
      const session = await tx.lock('checkout.session', id);
      checkSecret(session.data, params.client_secret);
      const error = await confirmSession(tx, session, params);
      if (error) return new CommittedError(forBrowser(error));
      return pageView(tx, id);
    }),
  ),

  fromBrowser(
    get(
      '/v1/payment_pages/:id',
      z.strictObject({ client_secret: text().optional() }),
      async ({ tx, id }, { client_secret }) => {
        checkSecret((await tx.read('checkout.session', id)).data, client_secret);
        return pageView(tx, id);
      },
    ),
  ),
];

/** Throws unless the client secret matches; only an embedded session has one. */
function checkSecret(session: Stripe.Checkout.Session, clientSecret: string | undefined): void {
  const expected = session.client_secret;
  if (expected === null || secretsEqual(expected, clientSecret ?? '')) return;
  throw invalid('The client_secret provided does not match this Checkout Session.', {
    param: 'client_secret',
  });
}

/** The fields of a session that the payment page may read. */
async function pageView(tx: Tx, id: string) {
  const { data, hidden } = await tx.read('checkout.session', id);
  const intentId = getId(data.payment_intent) ?? hidden.pending_intent;
  const intent = intentId ? await tx.find('payment_intent', intentId) : null;
  const setupId = getId(data.setup_intent) ?? hidden.pending_setup;
  const setup = setupId ? await tx.find('setup_intent', setupId) : null;
  const target = data.success_url ?? data.return_url ?? null;
  return {
    id,
    object: 'checkout.session',
    status: data.status,
    payment_status: data.payment_status,
    payment_intent: intent ? browserView(intent.data) : null,
    setup_intent: setup ? browserView(setup.data) : null,
    amount_total: data.amount_total,
    currency: data.currency,
    // Ids need no URL encoding.
    redirect_url:
      data.status === 'complete' ? (target?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null) : null,
  };
}

function forBrowser({ status, body }: StripeError): StripeError {
  const { payment_intent: _, setup_intent: __, ...shown } = body;
  return new StripeError(status, shown);
}
