import { z } from 'zod';
import { fromBrowser, mount, post, type Sandbox } from '../api/operation.ts';
import { findChallenge, finishChallenge } from '../flows/finish-challenge.ts';
import { findInAnyMode } from '../store/tx.ts';
import { formatAmount } from '../wire/currencies.ts';
import { invalid } from '../wire/errors.ts';
import { oneOf } from '../wire/params.ts';
import { html, sendPage } from './html.ts';

/** The issuer's authentication page, where the payer completes or fails the authentication. */
export function challengeRoutes(sandbox: Sandbox): void {
  const { app, stores } = sandbox;
  app.get<{ Querystring: { source?: unknown } }>('/elements/challenge', async (request, reply) => {
    const source = typeof request.query.source === 'string' ? request.query.source : '';
    const challenge = await findInAnyMode(stores, (tx) => findChallenge(tx, source));
    const { amount, currency } = challenge?.found.object ?? {};
    const purpose =
      amount !== undefined && currency !== undefined
        ? `the payment of ${formatAmount(amount, currency)}`
        : 'saving this card';
    const body = challenge
      ? html`<main class="panel" data-source="${source}" data-key="${challenge.config.publishableKey}">
  <p class="bank">Sandbox Bank</p>
  <h1 id="title">Confirm ${purpose}</h1>
  <p>${challenge.found.bank ? 'You pay from your account at this bank.' : 'Your bank asks you to confirm your identity.'} In the sandbox, you choose the result.</p>
  <button type="button" id="complete" disabled>${challenge.found.bank ? 'Pay' : 'Complete authentication'}</button>
  <button type="button" id="fail" disabled>${challenge.found.bank ? 'Cancel' : 'Fail authentication'}</button>
  <p class="status" id="status" role="status"></p>
</main>`
      : html`<main class="panel"><h1>This authentication has ended</h1><p>Return to the shop and try again.</p></main>`;
    return sendPage(reply, {
      title: challenge?.found.bank ? 'Sandbox Bank' : 'Authentication',
      theme: 'challenge',
      ...(challenge ? { script: 'challenge.js' } : {}),
      body,
      framed: true,
    });
  });

  mount(
    sandbox,
    fromBrowser(
      post(
        '/elements/challenge/:id',
        z.strictObject({ outcome: oneOf('succeeded', 'failed') }),
        async ({ tx, id }, { outcome }) => {
          const done = await finishChallenge(tx, id, outcome === 'succeeded');
          if (!done)
            throw invalid('This authentication has ended. Return to the shop and try again.');
          const { intent, challenge } = done;
          const target = challenge.redirect ? returnUrl(challenge.returnUrl, intent) : null;
          return { status: intent.status, return_url: target };
        },
      ),
    ),
  );
}

/** The URL that a redirected payer returns to, with the intent and the result in its query. */
function returnUrl(
  base: string | null,
  intent: { id: string; object: string; client_secret: string | null; status: string },
): string | null {
  if (base === null) return null;
  const url = new URL(base);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  const failed = intent.status === 'requires_payment_method';
  url.searchParams.set('redirect_status', failed ? 'failed' : 'succeeded');
  return url.href;
}
