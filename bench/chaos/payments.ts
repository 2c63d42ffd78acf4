import { setTimeout as delay } from 'node:timers/promises';
import { pay, type Reserved } from '../provider/attempts.ts';
import {
  type IntegrationPath,
  integrationPaths,
  type ProviderClient,
  type Root,
} from '../provider/integration-paths.ts';
import type { JourneyContext, JourneySession } from './journey.ts';

const FORM_TRIES = 5;
const hex = (digit: string) => digit.repeat(64);

/** Cards that payers use: most succeed. */
const cards = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000006116',
  '4000000000006124',
];
const VISA = '4242424242424242';

const toCardFields = (number: string) => ({
  payment_method_data: {
    type: 'card',
    card: { number, exp_month: 12, exp_year: 2030, cvc: '123' },
  },
});

/** The payer opens the page and pays with a card, and again with another one after a decline. */
export async function payOnPage(context: JourneyContext, session: JourneySession): Promise<void> {
  const { scope, random, payer, provider } = context;
  const call = (procedure: string, input: object = {}) =>
    payer.send(scope, {
      operation: `payer.${procedure}`,
      method: 'POST',
      path: `/${procedure}`,
      body: { id: session.id, pk: scope.publishableKey, ...input },
    });
  let form: { client_secret: string | null } | null = null;
  for (let tries = 0; tries < FORM_TRIES && !form; tries++) {
    const opened = await call(tries === 0 ? 'openPage' : 'preparePayment');
    if (!opened) return;
    form = opened.body?.result?.data?.form ?? null;
    if (!form) await delay(500);
  }
  const secret = form?.client_secret;
  const [intent] = secret?.split('_secret_') ?? [];
  if (!secret || !intent) return;
  const card = random.pick(cards);
  for (const number of card === cards[4] ? [card, VISA] : [card]) {
    await provider(scope, 'POST', `/v1/payment_intents/${intent}/confirm`, toCardFields(number));
  }
  if (random.chance(0.6)) await call('syncPayment');
  if (random.chance(0.08)) await refund(context, intent);
}

/** The merchant's server creates an object of any integration path and attaches it; the payer pays it. */
export async function payAsMerchant(
  context: JourneyContext,
  session: JourneySession,
): Promise<void> {
  const { scope, random, api, newKey } = context;
  const client: ProviderClient = {
    provider: (method, path, body, key) => context.provider(scope, method, path, body, key),
  };
  const attempts = `/v1/proxy_sessions/${session.id}/acquisition_attempts`;
  const path = random.pick(integrationPaths);
  const reserved = await api.send(scope, {
    operation: 'reserve',
    method: 'POST',
    path: attempts,
    key: newKey(),
    body: { ...path.options, pricing_mode: 'fixed', provider_options_fingerprint: hex('a') },
  });
  if (!reserved || reserved.status >= 300) return;
  const { acquisition_attempt: attempt, provider: block } = reserved.body as Reserved;
  const scenario = random.pick(['success', 'success', 'success', 'settle_later', 'timeout']);
  const root = await path.create(client, {
    amountMinor: session.amountMinor,
    metadata: { ...block.metadata, sandbox_scenario: scenario },
    key: block.idempotency_keys.root,
  });
  // The provider refused it.
  if (!root.id) return;
  const attach = () =>
    api.send(scope, {
      operation: 'attach',
      method: 'POST',
      path: `${attempts}/${attempt.id}/provider_objects`,
      key: newKey(),
      body: {
        role: 'root',
        object_type: path.type,
        object_id: root.id,
        expected_version: attempt.version,
        provider_confirmation: {
          amount_minor: session.amountMinor,
          currency: 'eur',
          cart_version: session.cartVersion,
          evidence_sha256: hex('e'),
        },
      },
    });
  // Sometimes the payment is faster than the merchant's server.
  if (random.chance(0.2)) await Promise.all([attach(), pay(client, path, root, scenario)]);
  else {
    await attach();
    await pay(client, path, root, scenario);
  }
  if (random.chance(0.08)) {
    const intent = await path.getIntent(client, root);
    if (intent) await refund(context, intent);
  }
  if (random.chance(0.3)) await endSubscription(context, path, root);
}

/** The merchant ends a subscription at the provider, at once or with its period. */
async function endSubscription(
  { scope, random, provider }: JourneyContext,
  { type }: IntegrationPath,
  { id }: Root,
): Promise<void> {
  const { subscription } =
    type === 'checkout.session'
      ? await provider<{ subscription: string | null }>(scope, 'GET', `/v1/checkout/sessions/${id}`)
      : { subscription: type === 'subscription' ? id : null };
  if (!subscription) return;
  const path = `/v1/subscriptions/${subscription}`;
  if (random.chance(0.5)) await provider(scope, 'DELETE', path);
  else await provider(scope, 'POST', path, { cancel_at_period_end: true });
}

async function refund({ scope, provider, newKey }: JourneyContext, intent: string): Promise<void> {
  await provider(scope, 'POST', '/v1/refunds', { payment_intent: intent }, newKey());
}
