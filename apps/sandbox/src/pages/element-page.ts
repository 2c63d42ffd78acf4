import type { Sandbox } from '../api/operation.ts';
import { ALWAYS_00, DIGITS } from '../wire/currencies.ts';
import { ELEMENT, SHORTLY } from './assets.ts';
import { html, sendPage } from './html.ts';

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

const debitFields = html`<div class="field">
  <label for="account-name">Account holder</label>
  <input id="account-name" type="text" autocomplete="name" aria-describedby="account-name-error" aria-required="true">
  <p class="error" id="account-name-error" aria-live="polite"></p>
</div>
<div class="row">
  <div class="field">
    <label for="sort-code">Sort code</label>
    <input id="sort-code" type="text" inputmode="numeric" maxlength="8" placeholder="10-88-00" aria-describedby="sort-code-error" aria-required="true">
    <p class="error" id="sort-code-error" aria-live="polite"></p>
  </div>
  <div class="field">
    <label for="account-number">Account number</label>
    <input id="account-number" type="text" inputmode="numeric" maxlength="8" placeholder="00012345" aria-describedby="account-number-error" aria-required="true">
    <p class="error" id="account-number-error" aria-live="polite"></p>
  </div>
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
  <div class="field">
    <label for="expiry">Expiry date</label>
    <input id="expiry" name="expiry" type="text" inputmode="numeric" autocomplete="cc-exp" maxlength="9" placeholder="MM / YY" aria-describedby="expiry-error" aria-required="true">
    <p class="error" id="expiry-error" aria-live="polite"></p>
  </div>
  <div class="field">
    <label for="cvc">Security code</label>
    <input id="cvc" name="cvc" type="text" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="CVC" aria-describedby="cvc-error" aria-required="true">
    <p class="error" id="cvc-error" aria-live="polite"></p>
  </div>
</div>`;

export const cardHint = html`<p class="hint">Sandbox: use <b>4242 4242 4242 4242</b>, any future date and any code. <span class="more"><b>4000 0025 0000 3155</b> requires authentication, <b>4000 0000 0000 9995</b> is declined.</span></p>`;
