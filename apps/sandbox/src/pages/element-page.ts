import type { Sandbox } from '../wire/route.ts';
import { cardFields, cardHint } from './card-fields.ts';
import { html, sendPage } from './html.ts';

/** The payment element's frame. */
export function elementRoutes({ app }: Sandbox): void {
  app.get('/elements/payment', (_request, reply) =>
    sendPage(reply, {
      title: 'Card details',
      styles: ['element.css'],
      script: 'element.js',
      body: html`<form id="card" aria-label="Card details" novalidate>
${cardFields}
${cardHint}
</form>`,
      framedBy: '*',
    }),
  );
}
