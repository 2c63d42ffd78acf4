import type { Hidden } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

/**
 * Locks an intent after its owners: session, subscription, invoice, intent. Every transaction locks in
 * this order, which prevents deadlocks.
 */
export async function lockIntent(tx: Tx, id: string): Promise<Row<'payment_intent'>> {
  const seen = await tx.read('payment_intent', id, 'intent');
  await lockOwners(tx, seen.hidden);
  return tx.lock('payment_intent', id, 'intent');
}

export async function lockSetup(tx: Tx, id: string): Promise<Row<'setup_intent'>> {
  const seen = await tx.read('setup_intent', id, 'intent');
  await lockOwners(tx, seen.hidden);
  return tx.lock('setup_intent', id, 'intent');
}

// The owners of an intent never change, so reading them before the lock is safe.
async function lockOwners(tx: Tx, owners: Hidden): Promise<void> {
  if (owners.checkout_session) await tx.lock('checkout.session', owners.checkout_session);
  if (owners.subscription) await tx.lock('subscription', owners.subscription);
  if (owners.invoice) await tx.lock('invoice', owners.invoice);
}
