import type { LoadedSession, PspConfigRecord } from '@parley/db';
import type { PayerMount, Provider } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptConfig, getProvider } from '../request/get-provider.ts';
import type { Terms } from './payment-terms.ts';

/** The session id and publishable key of the link that the payer opened. */
export interface PayerLink {
  readonly id: string;
  readonly pk: string;
}

/** The session as just read, with the provider account of its attempt. */
export interface PaymentContext {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly link: PayerLink;
  readonly loaded: LoadedSession;
  readonly config: PspConfigRecord;
  readonly provider: Provider;
}

/** @throws DomainError provider_error for an attempt that is not reserved */
export async function paymentContext(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
  loaded: LoadedSession,
): Promise<PaymentContext> {
  const config = await getAttemptConfig(deps, caller, loaded.attempt);
  return { deps, caller, link, loaded, config, provider: getProvider(deps, config) };
}

/** The result of one step of a preparation. */
export type Step =
  /** Something was written or has changed: read the session and decide again. */
  | { readonly kind: 'reload' }
  | { readonly kind: 'form'; readonly form: PaymentForm; readonly terms: Terms | null }
  /** Only the merchant's own server can do the next step. */
  | { readonly kind: 'waiting' };

export const reload: Step = { kind: 'reload' };
export const waiting: Step = { kind: 'waiting' };

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

export function paymentForm(config: PspConfigRecord, mount: PayerMount): PaymentForm {
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
