import type { LoadedSession } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { type PayerLink, pagePayment } from './page-payment.ts';
import { type PaymentForm, paymentForm } from './payment-form.ts';
import { type Terms, termsOfCart, termsOfProvider } from './terms.ts';

/** Whether a subscription that began without money may still want the card it goes on with. */
export function mayMissCard({ session, attempt }: LoadedSession): boolean {
  const begun = session.status === 'provisionable' || session.status === 'provisioned';
  return (
    begun && attempt.status === 'succeeded' && attempt.providerRootObjectType === 'subscription'
  );
}

/**
 * The form that adds the card to a trial the merchant's server has begun without one; null where
 * there is none to add. A provider that does not answer keeps nobody from seeing how it ended.
 */
export async function missingCard(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
  loaded: LoadedSession,
): Promise<{ form: PaymentForm; terms: Terms | null } | null> {
  const { providerRootObjectId: id, providerRootObjectType: type } = loaded.attempt;
  if (!mayMissCard(loaded) || !id || !type) return null;
  try {
    const { provider, config } = await pagePayment(deps, caller, link, loaded);
    const access = await provider.readPayerAccess({ id, type });
    if (access?.mount.kind !== 'setup') return null;
    const terms = termsOfProvider(0, access, termsOfCart(loaded));
    return { form: paymentForm(config, access.mount), terms };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
