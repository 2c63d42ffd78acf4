import type { ProviderConfigRecord } from '@parley/db';
import type { PayerMount, Provider } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptConfig, getProvider } from '../request/get-provider.ts';
import { loadPayerSession, type PayerSession } from './load-payer-session.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';

/** The session id and publishable key of the link that the payer opened. */
export interface PayerLink {
  readonly id: string;
  readonly pk: string;
}

/** A session as just read, for the link of its payer. */
export interface PreparationContext {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly link: PayerLink;
  readonly loaded: PayerSession;
}

/** A session with the provider account of its attempt. */
export interface PaymentContext extends PreparationContext {
  readonly config: ProviderConfigRecord;
  readonly provider: Provider;
}

/** @throws DomainError provider_error for an attempt that is not reserved */
export async function paymentContext(context: PreparationContext): Promise<PaymentContext> {
  const { deps, caller, loaded } = context;
  const config = await getAttemptConfig(deps, caller, loaded.attempt);
  return { ...context, config, provider: getProvider(deps, config) };
}

export interface PreparedPayment {
  readonly page: PayerPage;
  /** Null when the payer has nothing to do: see the page's state. */
  readonly form: PaymentForm | null;
  /** Whether the merchant's own server must act before the payer can pay. */
  readonly waiting: boolean;
}

export const showPage = (loaded: PayerSession): PreparedPayment => ({
  page: payerPageView(loaded),
  form: null,
  waiting: false,
});

export async function waitForMerchant({
  deps,
  caller,
  link,
}: PreparationContext): Promise<PreparedPayment> {
  const after = await loadPayerSession(deps, caller, link.id);
  return { page: payerPageView(after), form: null, waiting: true };
}

/** What the payer's browser needs to submit the payment to the provider. */
export interface PaymentForm {
  readonly kind: PayerMount['kind'];
  readonly script_url: string;
  readonly publishable_key: string;
  /** The secret of this session's own object; null for a page hosted by the provider. */
  readonly client_secret: string | null;
  /** The URL of the page hosted by the provider; null for a form inside the payer page. */
  readonly url: string | null;
  /** Whether the form must have a field for the email address of the payer. */
  readonly needs_email: boolean;
  /** False when the provider redirects the payer at the end. */
  readonly ends_here: boolean;
}

export function paymentForm(config: ProviderConfigRecord, mount: PayerMount): PaymentForm {
  return {
    kind: mount.kind,
    script_url: config.scriptUrl,
    publishable_key: config.publishableKey,
    client_secret: mount.kind === 'hosted' ? null : mount.clientSecret,
    url: mount.kind === 'hosted' ? mount.url : null,
    needs_email: mount.kind === 'custom' && mount.needsEmail,
    ends_here: mount.kind === 'embedded' ? mount.endsHere : true,
  };
}
