import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { idOf, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

/** Records the outcome of confirming a setup intent: in its attempt in progress, else in a new one. */
export async function recordAttempt(
  tx: Tx,
  setup: Row<'setup_intent'>,
  method: Row<'payment_method'>,
  status: 'requires_action' | 'succeeded' | 'failed',
): Promise<void> {
  const latest = idOf(setup.data.latest_attempt);
  const open = latest ? await tx.lock('setup_attempt', latest) : null;
  const setup_error = status === 'failed' ? setup.data.last_setup_error : null;
  if (open?.data.status === 'requires_action') {
    open.data = { ...open.data, setup_error, status };
    return tx.save(open);
  }
  const attempt = newAttempt(setup.data, method.data);
  await tx.insert('setup_attempt', { ...attempt, setup_error, status });
  setup.data = { ...setup.data, latest_attempt: attempt.id };
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
