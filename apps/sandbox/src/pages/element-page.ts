import type { Sandbox } from '../api/operation.ts';
import { ELEMENT, SHORTLY } from './assets.ts';
import { html, sendPage } from './html.ts';

/** The document in the frame of the payment element. */
export function elementRoutes({ app }: Sandbox): void {
  app.get('/elements/payment', (_request, reply) =>
    sendPage(reply, {
      title: 'Card details',
      styles: [],
      inline: ELEMENT,
      cacheControl: SHORTLY,
      body: html`<form id="card" aria-label="Card details" novalidate>
${cardFields}
${cardHint}
</form>`,
      framedBy: '*',
    }),
  );
}

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

export const cardHint = html`<p class="hint">Sandbox: use <b>4242 4242 4242 4242</b>, any future date and any code. <b>4000 0025 0000 3155</b> requires authentication, <b>4000 0000 0000 9995</b> is declined.</p>`;
