import { type AttemptStatus, isOpen, isUnfinished, type SessionStatus } from '@parley/domain';

/** Whether an attempt can still take money that its session does not want any more. */
export function isLeftover(
  session: SessionStatus,
  attempt: { readonly status: AttemptStatus; readonly providerRootObjectId: string | null },
): boolean {
  if (isOpen(session) || session === 'payment_processing') return false;
  return isUnfinished(attempt.status) && attempt.providerRootObjectId !== null;
}

/** Whether the provider's own page may still sell a cart that was replaced. */
export function showsOldCart(attempt: {
  readonly status: AttemptStatus;
  readonly statusReason: string | null;
  readonly providerRootObjectType: string | null;
}): boolean {
  const drifted = attempt.status === 'attached' && attempt.statusReason === 'cart_drift';
  return drifted && attempt.providerRootObjectType === 'checkout.session';
}
