import type { Row, Tx } from '../store/tx.ts';

export const lockIntent = (tx: Tx, id: string) => lockAfterOwners(tx, 'payment_intent', id);

export const lockSetup = (tx: Tx, id: string) => lockAfterOwners(tx, 'setup_intent', id);

/**
 * Locks an intent after its owners: session, subscription, invoice, intent. Every transaction locks in
 * this order, which prevents deadlocks.
 */
async function lockAfterOwners<K extends 'payment_intent' | 'setup_intent'>(
  tx: Tx,
  kind: K,
  id: string,
): Promise<Row<K>> {
  // The owners of an intent never change, so reading them before the lock is safe.
  const { hidden: owners } = await tx.read(kind, id, 'intent');
  if (owners.checkout_session) await tx.lock('checkout.session', owners.checkout_session);
  if (owners.subscription) await tx.lock('subscription', owners.subscription);
  if (owners.invoice) await tx.lock('invoice', owners.invoice);
  return tx.lock(kind, id, 'intent');
}
