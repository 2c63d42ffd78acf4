import { Parley } from '@parley/sdk';
import { createDemoPayments, type Sandbox } from './demo-payments.ts';

/** A line of a demo cart. The amount is for the whole line, in minor units. */
type Line = readonly [name: string, quantity: number, amountMinor: number];

/** The step at which a demo session stops. */
type FinalStep =
  | 'created'
  | 'handed_off'
  | 'opened'
  | 'prepared'
  | 'declined'
  | 'challenged'
  | 'paid'
  | 'provisioned'
  | 'provisioning_failed'
  | 'conflicted'
  | 'expired';

type DemoSession = readonly [
  finalStep: FinalStep,
  currency: string,
  /** The number of the customer. */
  buyer: number,
  /** The part before `@example.com`. */
  mailbox: string,
  ...lines: readonly Line[],
];

/** Oldest first. */
const demoSessions: readonly DemoSession[] = [
  [
    'provisioned',
    'eur',
    7311,
    'jonas.weber',
    ['Espresso “Nordlicht”, 1 kg', 1, 2950],
    ['Milk pitcher, 600 ml', 1, 2400],
  ],
  ['provisioned', 'gbp', 8027, 'amelia.clarke', ['Filter coffee “Morgenrot”, 1 kg', 2, 5480]],
  ['provisioning_failed', 'eur', 8051, 'lucie.moreau', ['Hand grinder, limited edition', 1, 18900]],
  ['expired', 'usd', 8102, 'noah.jackson', ['Brewing class, two seats', 2, 13000]],
  [
    'conflicted',
    'eur',
    8114,
    'mateo.ruiz',
    ['Descaler, 1 l', 3, 2670],
    ['Paper filters, 100', 2, 1240],
  ],
  [
    'paid',
    'jpy',
    8166,
    'haruka.sato',
    ['Sencha, first flush, 80 g', 3, 5400],
    ['Gift wrapping', 1, 300],
  ],
  ['paid', 'eur', 8170, 'emma.lindqvist', ['Office box, 12 × 1 kg', 1, 31200]],
  ['declined', 'eur', 8203, 'paul.fischer', ['Espresso machine “Polaris”', 1, 129900]],
  ['challenged', 'pln', 8215, 'zofia.nowak', ['Filter coffee “Morgenrot”, 250 g', 4, 15960]],
  ['prepared', 'kwd', 8221, 'fahad.alsabah', ['Arabica, green, 5 kg', 1, 28750]],
  ['opened', 'usd', 8240, 'olivia.martin', ['Annual field guide, hardcover', 1, 4900]],
  ['handed_off', 'chf', 8256, 'nina.keller', ['Subscription start, 2 × 500 g', 1, 3980]],
  [
    'created',
    'eur',
    8260,
    'theo.bernard',
    ['Filter coffee “Morgenrot”, 1 kg', 1, 2790],
    ['Paper filters, 100', 1, 620],
  ],
];

const EXPIRED_AFTER_MS = 3_000;
/** Of sessions that are not paid at once. */
const paymentMethods: Readonly<Partial<Record<FinalStep, string>>> = {
  declined: 'pm_card_visa_chargeDeclined',
  challenged: 'pm_card_authenticationRequired',
};

export interface DemoSessionsOptions {
  /** The base URL, including `/v1`. */
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly sandbox: Sandbox;
}

/** Creates the demo sessions one after another, through the API and the sandbox. */
export async function createDemoSessions(options: DemoSessionsOptions): Promise<void> {
  const { apiUrl: baseUrl, secretKey: apiKey, publishableKey: publishable_key } = options;
  const parley = new Parley({ apiKey, baseUrl });
  const { sessions } = parley;
  const payments = createDemoPayments(parley, options.sandbox);
  for (const session of demoSessions) await createDemoSession(session);

  async function createDemoSession([finalStep, currency, buyer, mailbox, ...lines]: DemoSession) {
    const order = {
      amount_minor: lines.reduce((sum, [, , amount]) => sum + amount, 0),
      currency,
      buyer_reference: `customer_${buyer}`,
      payer_contact: { email: `${mailbox}@example.com` },
      metadata: { order: `N-${buyer}`, channel: 'web shop' },
      cart_snapshot: {
        lines: lines.map(([name, quantity, amount_minor]) => ({ name, quantity, amount_minor })),
      },
      ...(finalStep === 'expired' && {
        expires_at: new Date(Date.now() + EXPIRED_AFTER_MS).toISOString(),
      }),
    };
    if (finalStep === 'created') {
      await sessions.create(order);
      return;
    }
    const { id } = await sessions.createWithHandoff({ ...order, publishable_key });
    if (finalStep === 'handed_off') return;
    await sessions.recordPayerOpened(id);
    if (finalStep === 'opened' || finalStep === 'expired') return;
    const intent = await payments.prepare(id, order);
    if (finalStep === 'prepared') return;
    if (finalStep === 'conflicted') await payments.changeAmount(intent, order.amount_minor - 500);
    await payments.pay(intent, paymentMethods[finalStep] ?? 'pm_card_visa');
    if (finalStep === 'provisioned') {
      await payments.waitUntilPaid(id);
      await sessions.reportProvisioned(id, { fulfillment_reference: `DHL ${buyer}` });
    }
    if (finalStep === 'provisioning_failed') {
      await payments.waitUntilPaid(id);
      await sessions.reportProvisioningFailed(id, {
        error_code: 'sold_out',
        error_message: 'The last one was sold in the shop. The buyer is refunded.',
      });
    }
  }
}
