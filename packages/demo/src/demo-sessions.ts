import { createDemoApi, type DemoApi, type DemoApiOptions } from './demo-api.ts';

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

interface DemoSession {
  readonly finalStep: FinalStep;
  readonly currency: string;
  readonly buyer: string;
  readonly email: string;
  readonly lines: readonly Line[];
}

/** Oldest first. */
const demoSessions: readonly DemoSession[] = [
  {
    finalStep: 'provisioned',
    currency: 'eur',
    buyer: 'customer_7311',
    email: 'jonas.weber@example.com',
    lines: [
      ['Espresso “Nordlicht”, 1 kg', 1, 2950],
      ['Milk pitcher, 600 ml', 1, 2400],
    ],
  },
  {
    finalStep: 'provisioned',
    currency: 'gbp',
    buyer: 'customer_8027',
    email: 'amelia.clarke@example.com',
    lines: [['Filter coffee “Morgenrot”, 1 kg', 2, 5480]],
  },
  {
    finalStep: 'provisioning_failed',
    currency: 'eur',
    buyer: 'customer_8051',
    email: 'lucie.moreau@example.com',
    lines: [['Hand grinder, limited edition', 1, 18900]],
  },
  {
    finalStep: 'expired',
    currency: 'usd',
    buyer: 'customer_8102',
    email: 'noah.jackson@example.com',
    lines: [['Brewing class, two seats', 2, 13000]],
  },
  {
    finalStep: 'conflicted',
    currency: 'eur',
    buyer: 'customer_8114',
    email: 'mateo.ruiz@example.com',
    lines: [
      ['Descaler, 1 l', 3, 2670],
      ['Paper filters, 100', 2, 1240],
    ],
  },
  {
    finalStep: 'paid',
    currency: 'jpy',
    buyer: 'customer_8166',
    email: 'haruka.sato@example.com',
    lines: [
      ['Sencha, first flush, 80 g', 3, 5400],
      ['Gift wrapping', 1, 300],
    ],
  },
  {
    finalStep: 'paid',
    currency: 'eur',
    buyer: 'customer_8170',
    email: 'emma.lindqvist@example.com',
    lines: [['Office box, 12 × 1 kg', 1, 31200]],
  },
  {
    finalStep: 'declined',
    currency: 'eur',
    buyer: 'customer_8203',
    email: 'paul.fischer@example.com',
    lines: [['Espresso machine “Polaris”', 1, 129900]],
  },
  {
    finalStep: 'challenged',
    currency: 'pln',
    buyer: 'customer_8215',
    email: 'zofia.nowak@example.com',
    lines: [['Filter coffee “Morgenrot”, 250 g', 4, 15960]],
  },
  {
    finalStep: 'prepared',
    currency: 'kwd',
    buyer: 'customer_8221',
    email: 'fahad.alsabah@example.com',
    lines: [['Arabica, green, 5 kg', 1, 28750]],
  },
  {
    finalStep: 'opened',
    currency: 'usd',
    buyer: 'customer_8240',
    email: 'olivia.martin@example.com',
    lines: [['Annual field guide, hardcover', 1, 4900]],
  },
  {
    finalStep: 'handed_off',
    currency: 'chf',
    buyer: 'customer_8256',
    email: 'nina.keller@example.com',
    lines: [['Subscription start, 2 × 500 g', 1, 3980]],
  },
  {
    finalStep: 'created',
    currency: 'eur',
    buyer: 'customer_8260',
    email: 'theo.bernard@example.com',
    lines: [
      ['Filter coffee “Morgenrot”, 1 kg', 1, 2790],
      ['Paper filters, 100', 1, 620],
    ],
  },
];

const EXPIRED_AFTER_MS = 3_000;
const CARD = 'pm_card_visa';

/** Creates the demo sessions one after another, through the API and the sandbox. */
export async function createDemoSessions(options: DemoApiOptions): Promise<void> {
  const api = createDemoApi(options);
  for (const session of demoSessions) await createDemoSession(api, session);
}

async function createDemoSession(api: DemoApi, session: DemoSession): Promise<void> {
  const { finalStep } = session;
  const order = {
    amount_minor: session.lines.reduce((sum, [, , amount]) => sum + amount, 0),
    currency: session.currency,
    buyer_reference: session.buyer,
    payer_contact: { email: session.email },
    metadata: { order: `N-${session.buyer.slice(-4)}`, channel: 'web shop' },
    cart_snapshot: {
      lines: session.lines.map(([name, quantity, amount_minor]) => ({
        name,
        quantity,
        amount_minor,
      })),
    },
    ...(finalStep === 'expired'
      ? { expires_at: new Date(Date.now() + EXPIRED_AFTER_MS).toISOString() }
      : {}),
  };
  if (finalStep === 'created') {
    await api.create(order);
    return;
  }
  const id = await api.createWithHandoff(order);
  if (finalStep === 'handed_off') return;
  await api.recordOpened(id);
  if (finalStep === 'opened' || finalStep === 'expired') return;
  const intent = await api.prepare(id, order);
  switch (finalStep) {
    case 'prepared':
      return;
    case 'declined':
      return api.pay(intent, 'pm_card_visa_chargeDeclined');
    case 'challenged':
      return api.pay(intent, 'pm_card_authenticationRequired');
    case 'conflicted':
      await api.changeAmount(intent, order.amount_minor - 500);
      return api.pay(intent, CARD);
    case 'paid':
      return api.pay(intent, CARD);
    case 'provisioned':
      await api.pay(intent, CARD);
      return api.report(id, 'provisioned', {
        fulfillment_reference: `DHL ${session.buyer.slice(-4)}`,
      });
    case 'provisioning_failed':
      await api.pay(intent, CARD);
      return api.report(id, 'provisioning_failed', {
        error_code: 'sold_out',
        error_message: 'The last one was sold in the shop. The buyer is refunded.',
      });
  }
}
