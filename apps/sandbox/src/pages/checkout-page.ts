import type Stripe from 'stripe';
import type { Sandbox } from '../api/operation.ts';
import type { Hidden } from '../store/kinds.ts';
import { findInAnyMode } from '../store/tx.ts';
import { formatAmount } from '../wire/currencies.ts';
import { cardFields, cardHint } from './element-page.ts';
import { html, sendPage } from './html.ts';

/** The hosted payment page of a Checkout Session. */
export function checkoutPageRoutes({ app, stores }: Sandbox): void {
  app.get<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
    const session = await findInAnyMode(stores, (tx) =>
      tx.find('checkout.session', request.params.id),
    );
    const row = session?.found;
    const common = {
      theme: 'checkout',
      framed: row?.data.ui_mode === 'embedded_page',
    } as const;
    // A session with `ui_mode: elements` has no hosted page.
    if (!session || !row || row.data.ui_mode === 'elements') {
      const body = html`<main class="page"><h1>No such checkout page</h1><p>Ask the shop for a new link.</p></main>`;
      return sendPage(reply, { ...common, title: 'Not found', body }, 404);
    }
    if (row.data.status !== 'open')
      return sendPage(reply, { ...common, title: 'Checkout', body: closedPage(row.data) });
    return sendPage(reply, {
      ...common,
      title: 'Checkout',
      script: 'checkout.js',
      body: openPage(row.data, row.hidden, session.config.publishableKey),
    });
  });
}

function closedPage(session: Stripe.Checkout.Session) {
  const complete = session.status === 'complete';
  const target = complete
    ? session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
    : session.cancel_url;
  return html`<main class="page">
  <h1>${complete ? 'Payment received' : 'This checkout page has expired'}</h1>
  <p>${complete ? 'The shop has received your payment. You can close this page.' : 'Nothing was charged. Ask the shop for a new link.'}</p>
  ${target ? html`<a class="back" href="${target}">Back to the shop</a>` : ''}
</main>`;
}

function openPage(session: Stripe.Checkout.Session, hidden: Hidden, key: string) {
  const total = session.amount_total ?? 0;
  const shown = session.currency ? formatAmount(total, session.currency) : '';
  const pays = session.mode !== 'setup' && total > 0;
  const label = pays
    ? `Pay ${shown}`
    : session.mode === 'subscription'
      ? 'Start trial'
      : 'Save card';
  const needsCard = pays || session.mode !== 'payment';
  const lines = (hidden.line_items ?? []).map((line) => {
    const every = line.price?.recurring;
    const detail = [
      (line.quantity ?? 1) > 1
        ? `${line.quantity} × ${formatAmount(line.price?.unit_amount ?? 0, line.currency)}`
        : '',
      every
        ? `every ${every.interval_count > 1 ? `${every.interval_count} ${every.interval}s` : every.interval}`
        : '',
    ].filter(Boolean);
    return html`<tr><td>${line.description ?? ''}<small>${detail.join(', ')}</small></td><td>${formatAmount(line.amount_total, line.currency)}</td></tr>`;
  });
  const email = session.customer
    ? ''
    : html`<div class="field"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="email" value="${session.customer_email ?? ''}"></div>`;
  return html`<main class="page" data-session="${session.id}" data-key="${key}">
  <h1>${session.mode === 'setup' ? 'Save a card for later' : 'Pay Parley sandbox'}</h1>
  ${session.mode === 'setup' ? '' : html`<p class="total">${shown}</p>`}
  <table class="lines"><tbody>${lines}</tbody></table>
  <form id="card" class="box" novalidate aria-label="Payment">
    ${email}
    ${needsCard ? html`${cardFields}<div class="field"><label for="name">Name on card</label><input id="name" name="name" type="text" autocomplete="cc-name"></div>${cardHint}` : ''}
    <p class="failure" id="failure" role="alert"></p>
    <button id="pay" disabled>${label}</button>
  </form>
  ${session.cancel_url ? html`<a class="back" href="${session.cancel_url}">Back to the shop</a>` : ''}
</main>`;
}
