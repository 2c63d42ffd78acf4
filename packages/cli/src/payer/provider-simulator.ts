import { createHash } from 'node:crypto';
import { createClient, type Login } from '../config.ts';
import { UsageError } from '../errors.ts';
import { createHandoff } from './create-handoff.ts';

/** The provider simulator, and the key of a merchant's server there. */
export interface Simulator {
  readonly url: string;
  readonly key: string;
}

/** @throws UsageError if the login does not have it */
export function requireSimulator({ sandbox_url, provider_secret_key }: Login): Simulator {
  if (sandbox_url && provider_secret_key?.startsWith('sk_test_')) {
    return { url: sandbox_url, key: provider_secret_key };
  }
  throw new UsageError(
    'This needs the key of the provider simulator. Run "parley login --demo <file>", or set SANDBOX_URL and STRIPE_SECRET_KEY.',
  );
}

/**
 * Sends a form to the simulator, as a merchant's server or Parley does.
 * @throws UsageError if it is refused
 */
export async function callSimulator<Output>(
  { url, key }: Simulator,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<Output> {
  const response = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams(form),
  });
  const body = (await response.json()) as Output & { error?: { message?: string } };
  if (response.ok) return body;
  throw new UsageError(`The provider simulator refused: ${body.error?.message ?? response.status}`);
}

/**
 * Creates a session whose Checkout Session the merchant's server has created, so that the provider adds taxes to it.
 * @returns its id and the URL of its payer page
 */
export async function createTaxedSession(
  login: Login,
  order: Parameters<typeof createHandoff>[1],
): Promise<{ id: string; handoff_url: string; total: number }> {
  const simulator = requireSimulator(login);
  const { sessions, acquisitionAttempts } = createClient(login);
  const { id, handoff_url } = await createHandoff(login, order);
  const { cart_version } = await sessions.recordPayerOpened(id);
  const { amount_minor, currency } = order;
  const { acquisition_attempt: attempt, provider } = await acquisitionAttempts.reserve(id, {
    commercial_mode: 'one_time',
    integration_path: 'checkout_session',
    checkout_ui_mode: 'embedded',
    pricing_mode: 'provider_finalized',
    merchandise_subtotal_minor: amount_minor,
    provider_options_fingerprint: hash('parley trigger taxed'),
  });
  const metadata = { ...provider.metadata, sandbox_scenario: 'taxes' };
  const checkout = await callSimulator<{ id: string; amount_total: number }>(
    simulator,
    'checkout/sessions',
    {
      mode: 'payment',
      ui_mode: 'embedded_page',
      return_url: handoff_url,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': currency,
      'line_items[0][price_data][unit_amount]': String(amount_minor),
      'line_items[0][price_data][product_data][name]': 'Test article',
      ...Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value]),
      ),
    },
  );
  await acquisitionAttempts.attachProviderObject(id, attempt.id, {
    role: 'root',
    object_type: 'checkout.session',
    object_id: checkout.id,
    expected_version: attempt.version,
    provider_confirmation: {
      amount_minor: checkout.amount_total,
      currency,
      cart_version,
      merchandise_subtotal_minor: amount_minor,
      evidence_sha256: hash(JSON.stringify(checkout)),
    },
  });
  return { id, handoff_url, total: checkout.amount_total };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
