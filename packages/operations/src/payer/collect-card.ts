import { isMadeByPage } from '../attempt/made-by-page.ts';
import { attachBeside } from './attach-beside.ts';
import { identityOf, type PagePayment, type Step, waiting } from './page-payment.ts';
import { paymentForm } from './payment-form.ts';
import { termsOfCart } from './terms.ts';

/**
 * The card a trial goes on with. A trial begins as soon as its subscription is there, so the payer's
 * card comes first: who only looks at the page begins none.
 */
export async function collectCard(
  payment: PagePayment,
  customerId: string,
): Promise<{ paymentMethodId: string } | Step> {
  const { deps, caller, provider, config, loaded } = payment;
  const { attempt } = loaded;
  const { idempotencyKeys, metadata } = identityOf(payment);
  if (attempt.providerSetupIntentId === null) {
    const idempotencyKey = idempotencyKeys.setupIntent ?? '';
    const made = await provider.createSetupIntent({ idempotencyKey, metadata, customerId });
    return attachBeside(payment, 'setup_intent', made.id);
  }
  const setup = await provider.readSetupIntent(attempt.providerSetupIntentId);
  if (!setup) return waiting;
  if (setup.status === 'succeeded' && setup.paymentMethodId) {
    // Kept for the merchant's own server, the card is for that to go on with.
    const ours = await isMadeByPage(deps, caller, attempt, 'setup_intent');
    return ours ? { paymentMethodId: setup.paymentMethodId } : waiting;
  }
  if (setup.status === 'canceled' || setup.clientSecret === null) return waiting;
  const mount = { kind: 'setup', clientSecret: setup.clientSecret } as const;
  return { kind: 'form', form: paymentForm(config, mount), terms: termsOfCart(loaded) };
}
