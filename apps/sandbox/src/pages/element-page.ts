import type { Sandbox } from '../api/operation.ts';
import { ALWAYS_00, DIGITS } from '../wire/currencies.ts';
import { ELEMENT, SHORTLY } from './assets.ts';
import { type Fragment, html, sendPage } from './html.ts';

/** The document in the frame of the payment element. */
export function elementRoutes({ app }: Sandbox): void {
  app.get('/elements/payment', (_request, reply) =>
    sendPage(reply, {
      title: 'Card details',
      inline: ELEMENT,
      cacheControl: SHORTLY,
      body: html`<form id="card" aria-label="Card details" novalidate>
<div id="methods" role="radiogroup" aria-label="Payment method" hidden>
  ${methods.map(
    ([value, label, checked]) =>
      html`<label><input type="radio" name="method" value="${value}"${checked ? html` checked` : ''}> ${label}</label>`,
  )}
</div>
<div data-method="card">
${cardFields}
${cardHint}
</div>
<p class="note" data-method="google_pay" hidden>You approve the payment in the wallet.</p>
<p class="note" data-method="pay_by_bank" hidden>You pay at your bank and return here afterwards.</p>
<div data-method="bacs_debit" hidden>
${debitFields}
</div>
</form>`,
      framed: true,
    }),
  );
  app.get('/elements/wallet', (_request, reply) =>
    sendPage(reply, {
      title: 'Sandbox Wallet',
      theme: 'challenge',
      script: 'wallet.js',
      body: html`<main class="panel">
  <p class="bank">Sandbox Wallet</p>
  <h1>Approve the payment</h1>
  <p>Visa •••• 4242. In the sandbox, no money moves.</p>
  <button type="button" id="approve" data-digits="${JSON.stringify(DIGITS)}" data-always00="${ALWAYS_00.join(' ')}" disabled>Pay</button>
  <button type="button" id="cancel" disabled>Cancel</button>
</main>`,
      framed: true,
    }),
  );
}

/** The payment methods that an intent may offer, by type; the wallet has a card. */
const methods: readonly (readonly [value: string, label: string, checked?: true])[] = [
  ['card', 'Card', true],
  ['google_pay', 'Wallet'],
  ['pay_by_bank', 'Pay by bank'],
  ['bacs_debit', 'Direct debit'],
];

/** A labelled input with the place of its error. */
const field = (id: string, label: string, attributes: Fragment): Fragment =>
  html`<div class="field">
  <label for="${id}">${label}</label>
  <input id="${id}" type="text" ${attributes} aria-describedby="${id}-error" aria-required="true">
  <p class="error" id="${id}-error" aria-live="polite"></p>
</div>`;

const debitFields = html`${field('account-name', 'Account holder', html`autocomplete="name"`)}
<div class="row">
  ${field('sort-code', 'Sort code', html`inputmode="numeric" maxlength="8" placeholder="10-88-00"`)}
  ${field('account-number', 'Account number', html`inputmode="numeric" maxlength="8" placeholder="00012345"`)}
</div>
<p class="hint">Sandbox: sort code <b>10-88-00</b> with account number <b>00012345</b>, which pays after three days, or <b>33333335</b>, which fails.</p>`;

/** The card's inputs; `card-form.js` formats and validates them. */
export const cardFields = html`<div class="field">
  <label for="number">Card number</label>
  <div class="control">
    <input id="number" name="number" type="text" inputmode="numeric" autocomplete="cc-number" maxlength="23" placeholder="1234 1234 1234 1234" aria-describedby="number-error" aria-required="true" spellcheck="false">
    <span id="brand" hidden></span>
  </div>
  <p class="error" id="number-error" aria-live="polite"></p>
</div>
<div class="row">
  ${field('expiry', 'Expiry date', html`name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="MM / YY"`)}
  ${field('cvc', 'Security code', html`name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="CVC"`)}
</div>`;

export const cardHint = html`<p class="hint">Sandbox: use <b>4242 4242 4242 4242</b>, any future date and any code. <span class="more"><b>4000 0025 0000 3155</b> requires authentication, <b>4000 0000 0000 9995</b> is declined.</span></p>`;
