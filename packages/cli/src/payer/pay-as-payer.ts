import { UsageError } from '../errors.ts';
import { callSimulator, type Simulator } from './provider-simulator.ts';

/** Cards of the provider simulator, as its tokens. */
export const cards = {
  visa: 'tok_visa',
  declined: 'tok_chargeDeclined',
  insufficient_funds: 'tok_chargeDeclinedInsufficientFunds',
  settles_later: 'tok_settlesLater',
  settles_later_fails: 'tok_settlesLaterFails',
  disputed: 'tok_createDispute',
  inquiry: 'tok_createDisputeInquiry',
  authenticate: 'tok_authenticationRequired',
} as const;

export type CardName = keyof typeof cards;

/** The part of the payer page's responses that a payment needs. */
interface Prepared {
  readonly page: { readonly status: string; readonly presentation_state: string };
  readonly form: {
    readonly kind: string;
    readonly script_url: string;
    readonly publishable_key: string;
    readonly client_secret: string | null;
  } | null;
}

/** A scenario that the simulator applies to a payment. */
interface Behavior {
  readonly simulator: Simulator;
  readonly scenario: string;
}

/** The provider's path of the object that a form confirms. */
const resources: Readonly<Record<string, string>> = {
  payment: 'payment_intents',
  setup: 'setup_intents',
  embedded: 'payment_pages',
  custom: 'payment_pages',
};

/**
 * Does what a payer does on the payer page, with the page's own requests and a card of the simulator.
 * @param url the handoff_url of a session
 * @param behavior what the simulator does in addition
 * @returns what happened, as a sentence
 * @throws UsageError if it is no such URL, or the session cannot be paid this way
 */
export async function payAsPayer(
  url: string,
  card: CardName,
  behavior?: Behavior,
): Promise<string> {
  const link = parseLink(url);
  const { page, form } = await callPage<Prepared>(link, 'openPage');
  if (!form) {
    throw new UsageError(`The payer has nothing to pay: the session is ${page.status}.`);
  }
  const resource = resources[form.kind];
  const provider = new URL(form.script_url).origin;
  if (!resource || form.client_secret === null || !provider.startsWith('http:')) {
    throw new UsageError(`This session can only be paid in a browser: ${url}`);
  }
  const [id = ''] = form.client_secret.split('_secret_');
  if (behavior) {
    await callSimulator(behavior.simulator, `${resource}/${id}`, {
      'metadata[sandbox_scenario]': behavior.scenario,
    });
  }
  const response = await fetch(`${provider}/v1/${resource}/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: form.publishable_key,
      client_secret: form.client_secret,
      ...(resource === 'payment_pages' && { email: 'payer@example.com' }),
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': cards[card],
    }),
  });
  if (!response.ok) {
    const { error } = (await response.json()) as { error?: { message?: string; code?: string } };
    if (response.status !== 402) {
      throw new UsageError(
        `The provider refused the payment: ${error?.message ?? response.status}`,
      );
    }
    await callPage(link, 'syncPayment');
    return `The card was declined: ${error?.message ?? error?.code}`;
  }
  const { status, presentation_state } = await callPage<Prepared['page']>(link, 'syncPayment');
  return `Submitted the card ${card}. The session is ${status}, and its payer page shows ${presentation_state}.`;
}

interface Link {
  readonly origin: string;
  readonly id: string;
  readonly pk: string;
}

function parseLink(url: string): Link {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const id = parsed?.pathname.split('/').at(-1) ?? '';
  const pk = parsed?.searchParams.get('pk') ?? '';
  if (!parsed || !id.startsWith('psess_') || !pk.startsWith('pk_test_')) {
    throw new UsageError(
      'Pass the handoff_url of a test session: "parley sessions create" prints one.',
    );
  }
  return { origin: parsed.origin, id, pk };
}

/** Calls a procedure of the payer page as its script does. */
async function callPage<Output>({ origin, ...link }: Link, procedure: string): Promise<Output> {
  const response = await fetch(`${origin}/rpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(link),
  });
  const { result, error } = (await response.json()) as {
    result?: { data: Output };
    error?: { message: string };
  };
  if (!result)
    throw new UsageError(error?.message ?? `The payer page responded with ${response.status}.`);
  return result.data;
}
