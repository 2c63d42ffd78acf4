import { setTimeout as delay } from 'node:timers/promises';
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
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2030',
  'payment_method_data[card][cvc]': '123',
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

interface Reserved {
  readonly acquisition_attempt: { readonly id: string; readonly version: number };
  readonly provider: {
    readonly idempotency_keys: { readonly root: string };
    readonly metadata: Readonly<Record<string, string>>;
  };
}

/** The merchant's server creates the payment intent and attaches it; the payer confirms it. */
export async function payAsMerchant(
  context: JourneyContext,
  session: JourneySession,
): Promise<void> {
  const { scope, random, api, provider, newKey } = context;
  const attempts = `/v1/proxy_sessions/${session.id}/acquisition_attempts`;
  const reserved = await api.send(scope, {
    operation: 'reserve',
    method: 'POST',
    path: attempts,
    key: newKey(),
    body: {
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: hex('a'),
    },
  });
  if (!reserved || reserved.status >= 300) return;
  const { acquisition_attempt: attempt, provider: block } = reserved.body as Reserved;
  const scenario = random.pick(['success', 'success', 'success', 'settle_later', 'timeout']);
  const intent = await provider<{ id?: string }>(
    scope,
    'POST',
    '/v1/payment_intents',
    {
      amount: String(session.amountMinor),
      currency: 'eur',
      ...Object.fromEntries(
        Object.entries({ ...block.metadata, sandbox_scenario: scenario }).map(([name, value]) => [
          `metadata[${name}]`,
          value,
        ]),
      ),
    },
    block.idempotency_keys.root,
  );
  if (!intent?.id) return;
  const confirm = () =>
    provider(scope, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
      payment_method: 'pm_card_visa',
      use_stripe_sdk: 'true',
    });
  const attach = () =>
    api.send(scope, {
      operation: 'attach',
      method: 'POST',
      path: `${attempts}/${attempt.id}/provider_objects`,
      key: newKey(),
      body: {
        role: 'root',
        object_type: 'payment_intent',
        object_id: intent.id,
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
  if (random.chance(0.2)) await Promise.all([attach(), confirm()]);
  else {
    await attach();
    await confirm();
  }
  if (random.chance(0.08)) await refund(context, intent.id);
}

async function refund({ scope, provider, newKey }: JourneyContext, intent: string): Promise<void> {
  await provider(scope, 'POST', '/v1/refunds', { payment_intent: intent }, newKey());
}
