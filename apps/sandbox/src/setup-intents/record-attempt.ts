import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { getId, newId } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';

export type AttemptStatus = 'requires_action' | 'succeeded' | 'failed';

/**
 * Records the outcome of confirming a setup intent: in its attempt in progress, else in a new one.
 * @returns the id of the attempt
 */
export async function recordAttempt(
  tx: Tx,
  setup: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  status: AttemptStatus,
  setup_error: Stripe.SetupIntent.LastSetupError | null,
): Promise<string> {
  const latest = getId(setup.latest_attempt);
  const open = latest ? await tx.lock('setup_attempt', latest) : null;
  if (open?.data.status === 'requires_action') {
    await tx.change(open, { setup_error, status });
    return open.id;
  }
  const attempt = { ...newAttempt(setup, method), setup_error, status };
  return (await tx.insert('setup_attempt', attempt)).id;
}

function newAttempt(setup: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupAttempt {
  const { card } = method;
  return {
    id: newId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: nowSeconds(),
    customer: setup.customer,
    customer_account: null,
    flow_directions: null,
    livemode: setup.livemode,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: {
      card: {
        brand: card?.brand ?? null,
        checks: card?.checks ?? null,
        country: card?.country ?? null,
        exp_month: card?.exp_month ?? null,
        exp_year: card?.exp_year ?? null,
        fingerprint: card?.fingerprint ?? null,
        funding: card?.funding ?? null,
        last4: card?.last4 ?? null,
        network: card?.brand ?? null,
        three_d_secure: null,
        wallet: null,
      },
      type: 'card',
    },
    setup_error: null,
    setup_intent: setup.id,
    status: 'requires_confirmation',
    usage: setup.usage,
  };
}
