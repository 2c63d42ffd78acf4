import type Stripe from 'stripe';
import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { CommittedError, operation, type Sandbox } from '../api/operation.ts';
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
import { idOf } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { checkMethodTypes } from '../wire/api-versions.ts';
import { secretsEqual } from '../wire/authenticate.ts';
import { invalid, StripeError } from '../wire/errors.ts';
import { mergeMetadata, noParams, oneOf, paging, text } from '../wire/params.ts';

export function checkoutRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: createSessionParams,
    handle: async ({ tx, version }, params) => {
      checkMethodTypes(version, params);
      return renderSession((await createSession(tx, params)).data, version);
    },
  });

  listOperation(
    sandbox,
    'checkout.session',
    '/v1/checkout/sessions',
    {
      customer: text(),
      payment_intent: text(),
      status: oneOf('complete', 'expired', 'open'),
      subscription: text(),
    },
    {},
    renderSession,
  );

  operation(sandbox, {
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    params: noParams,
    handle: async ({ tx, id, version }) =>
      renderSession((await tx.read('checkout.session', id)).data, version),
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/checkout/sessions/:id',
    params: updateSessionParams,
    handle: async ({ tx, id, version }, { metadata }) => {
      const session = await tx.lock('checkout.session', id);
      session.data = {
        ...session.data,
        metadata: mergeMetadata(session.data.metadata ?? {}, metadata),
      };
      await tx.save(session);
      return renderSession(session.data, version);
    },
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    params: z.strictObject(paging),
    handle: async ({ tx, id }, rest) => {
      const session = await tx.read('checkout.session', id);
      return linePage(id, session.hidden.line_items ?? [], rest);
    },
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: noParams,
    handle: async ({ tx, id, version }) => {
      const session = await tx.lock('checkout.session', id);
      await expireSession(tx, session);
      return renderSession(session.data, version);
    },
  });

  // The hosted page posts here. It needs no client secret: only the payer has the id of the session.
  operation(sandbox, {
    method: 'POST',
    path: '/v1/payment_pages/:id/confirm',
    params: confirmSessionParams,
    fromBrowser: true,
    handle: async ({ tx, id }, params) => {
      const session = await tx.lock('checkout.session', id);
      checkSecret(session.data, params.client_secret);
      const error = await confirmSession(tx, session, params);
      if (error) return new CommittedError(forBrowser(error));
      return pageView(tx, id);
    },
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/payment_pages/:id',
    params: z.strictObject({ client_secret: text().optional() }),
    fromBrowser: true,
    handle: async ({ tx, id }, { client_secret }) => {
      checkSecret((await tx.read('checkout.session', id)).data, client_secret);
      return pageView(tx, id);
    },
  });
}

/** Throws unless the client secret matches; only an embedded session has one. */
function checkSecret(session: Stripe.Checkout.Session, clientSecret: string | undefined): void {
  const own = session.client_secret;
  if (own === null || secretsEqual(own, clientSecret ?? '')) return;
  throw invalid('The client_secret provided does not match this Checkout Session.', {
    param: 'client_secret',
  });
}

/** The fields of a session that the payment page may read. */
async function pageView(tx: Tx, id: string) {
  const { data, hidden } = await tx.read('checkout.session', id);
  const intentId = idOf(data.payment_intent) ?? hidden.pending_intent;
  const intent = intentId ? await tx.find('payment_intent', intentId) : null;
  const setupId = idOf(data.setup_intent) ?? hidden.pending_setup;
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
  const { payment_intent: _, setup_intent: __, ...rest } = body;
  return new StripeError(status, rest);
}

const RENAMED_ON = '2026-03-25';
const OLD_NAMES: Record<string, string> = {
  hosted_page: 'hosted',
  embedded_page: 'embedded',
  elements: 'custom',
};

/** Replaces `ui_mode` with its former name for clients of an older API version. */
function renderSession(session: Stripe.Checkout.Session, version: string): Stripe.Checkout.Session {
  const old = OLD_NAMES[session.ui_mode ?? ''];
  return version.slice(0, 10) < RENAMED_ON && old ? { ...session, ui_mode: old } : session;
}
