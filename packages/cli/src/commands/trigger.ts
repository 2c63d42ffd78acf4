import { Argument, type Command } from 'commander';
import { createClient, type Login, readLogin, requireTestMode } from '../config.ts';
import { print } from '../output.ts';
import { createHandoff } from '../payer/create-handoff.ts';
import { type CardName, payAsPayer } from '../payer/pay-as-payer.ts';
import { createTaxedSession, requireSimulator } from '../payer/provider-simulator.ts';

const order = { amount_minor: 4500, currency: 'eur', buyer_reference: 'customer_1' };
/** How soon the session of the scenario `expired` expires. */
const EXPIRY_MS = 5_000;

interface Scenario {
  readonly about: string;
  /** The scenario of the provider simulator that happens. */
  readonly simulates?: string;
  run(login: Login): Promise<readonly string[]>;
}

const payWith = (card: CardName, scenario?: string) => async (login: Login) => {
  const behavior = scenario ? { simulator: requireSimulator(login), scenario } : undefined;
  const { id, handoff_url } = await createHandoff(login, order);
  return [id, await payAsPayer(handoff_url, card, behavior)];
};

/** What `trigger` can make happen, with events of real objects. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  paid: { about: 'the payer pays', simulates: 'success', run: payWith('visa') },
  declined: {
    about: 'the card is declined, and the payer may try again',
    simulates: 'decline_generic_decline',
    run: payWith('declined'),
  },
  action_required: {
    about: 'the bank asks the payer to authenticate, and the payment waits',
    simulates: 'authenticate',
    run: payWith('authenticate'),
  },
  processing: {
    about: 'the payment is accepted and settles after 5 seconds',
    simulates: 'settle_later',
    run: payWith('settles_later'),
  },
  payment_failed: {
    about: 'the payment is accepted and fails after 5 seconds',
    simulates: 'settle_later_fail',
    run: payWith('settles_later_fails'),
  },
  conflicted: {
    about: 'the provider takes another amount than requested',
    simulates: 'wrong_amount',
    run: payWith('visa', 'wrong_amount'),
  },
  taxed: {
    about: 'the provider adds taxes, and the payer pays the total',
    simulates: 'taxes',
    async run(login) {
      const { id, handoff_url, total } = await createTaxedSession(login, order);
      const sentence = `The total is ${total} instead of ${order.amount_minor} minor units.`;
      return [id, sentence, await payAsPayer(handoff_url, 'visa')];
    },
  },
  refunded: {
    about: 'the payer pays, and the payment is refunded',
    simulates: 'refund',
    run: payWith('visa', 'refund'),
  },
  disputed: {
    about: 'the payer pays, and then disputes the payment',
    simulates: 'dispute',
    run: payWith('disputed'),
  },
  inquiry: { about: 'the payer pays, and then the bank asks about it', run: payWith('inquiry') },
  created: {
    about: 'a session waits for its payer',
    async run(login) {
      const { id, handoff_url } = await createHandoff(login, order);
      return [id, `The payer page: ${handoff_url}`];
    },
  },
  cart_updated: {
    about: 'the cart of a session is replaced',
    async run(login) {
      const { id } = await createHandoff(login, order);
      const { cart_version } = await createClient(login).sessions.retrieve(id);
      const { amount_minor, currency } = order;
      const lines = [{ name: 'Test article', quantity: 2, amount_minor: 2 * amount_minor }];
      await createClient(login).sessions.replaceCart(id, {
        amount_minor: 2 * amount_minor,
        currency,
        expected_cart_version: cart_version,
        cart_snapshot: { lines },
      });
      return [id, 'The cart was replaced.'];
    },
  },
  canceled: {
    about: 'a session is canceled',
    async run(login) {
      const { id } = await createHandoff(login, order);
      await createClient(login).sessions.cancel(id);
      return [id, 'The session was canceled.'];
    },
  },
  expired: {
    about: 'a session expires unpaid after 5 seconds',
    async run(login) {
      const expires_at = new Date(Date.now() + EXPIRY_MS).toISOString();
      const { id } = await createHandoff(login, { ...order, expires_at });
      return [id, `The session expires at ${expires_at}.`];
    },
  },
  provisioned: {
    about: 'the payer pays, and the order is fulfilled',
    async run(login) {
      const [id = '', sentence = ''] = await payWith('visa')(login);
      await createClient(login).sessions.reportProvisioned(id);
      return [id, sentence, 'The session is provisioned.'];
    },
  },
};

export function addTrigger(program: Command): void {
  const names = Object.keys(scenarios);
  const width = Math.max(...names.map((name) => name.length));
  const list = Object.entries(scenarios).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  program
    .command('trigger')
    .description('make events of a new test session happen')
    .addArgument(new Argument('<scenario>', 'one of those below').choices(names))
    .addHelpText(
      'after',
      `
Scenarios:
${list.join('\n')}

conflicted, taxed and refunded need the key of the provider simulator: in "parley sandbox", or after
parley login --demo <file>.`,
    )
    .action(async (name: string) => {
      const login = await readLogin();
      requireTestMode(login, 'trigger');
      for (const line of (await scenarios[name]?.run(login)) ?? []) print(line);
    });
}
