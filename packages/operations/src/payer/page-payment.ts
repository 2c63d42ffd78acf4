import type { LoadedSession, PspConfigRecord } from '@parley/db';
import { buildProviderIdentity, DomainError } from '@parley/domain';
import type { Provider } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOf } from '../request/provider-of.ts';
import type { PaymentForm } from './payment-form.ts';
import type { Terms } from './terms.ts';

/** The link a payer came by. */
export interface PayerLink {
  readonly id: string;
  readonly pk: string;
}

/** One step of a preparation: the session as it was just read, and whoever it is paid through. */
export interface PagePayment {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly link: PayerLink;
  readonly loaded: LoadedSession;
  readonly config: PspConfigRecord;
  readonly provider: Provider;
}

/** What a step came to. */
export type Step =
  /** Something was done or has changed: look again. */
  | { readonly kind: 'again' }
  | { readonly kind: 'form'; readonly form: PaymentForm; readonly terms: Terms | null }
  /** What is missing only the merchant's own server can do. */
  | { readonly kind: 'waiting' };

export const again: Step = { kind: 'again' };
export const waiting: Step = { kind: 'waiting' };

/** @throws DomainError provider_error when the account the attempt was reserved with is gone */
export async function pagePayment(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
  loaded: LoadedSession,
): Promise<PagePayment> {
  const configs = deps.database.forScope(caller).pspConfigs;
  const config = await configs.find(loaded.attempt.merchantPspConfigId ?? '');
  if (!config) throw new DomainError('provider_error', 'The provider account is gone.');
  return { deps, caller, link, loaded, config, provider: providerOf(deps, config) };
}

/** The keys and metadata of the attempt's objects. */
export function identityOf({ loaded: { attempt, session } }: PagePayment) {
  return buildProviderIdentity(
    { attemptId: attempt.id, sessionId: session.id },
    {
      integrationPath: attempt.integrationPath,
      directSubscriptionSource: attempt.directSubscriptionSource ?? 'setup_intent',
    },
  );
}
