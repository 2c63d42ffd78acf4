import type { Transaction } from '@parley/db';
import { DomainError, requirePermission } from '@parley/domain';
import type { Caller } from './caller.ts';

/**
 * Checks in the transaction that writes whether the person still has the permission that their request
 * was authorized with. A removal, a change of the role or a suspension commits either before, and the
 * person is refused, or after what they wrote. Does nothing for other actors, except lock for `update`.
 *
 * Call it before the transaction takes another lock: every transaction locks the team first.
 * @param lock `update` for a change of the team or the suspension
 * @throws DomainError insufficient_scope
 */
export async function requireCurrentPermission(
  tx: Transaction,
  { merchantId, mode, actor }: Caller,
  lock: 'share' | 'update' = 'share',
): Promise<void> {
  if (actor.kind === 'user' || lock === 'update') await tx.team.lock(lock);
  if (actor.kind !== 'user') return;
  const role = await tx.team.findRole(actor.id);
  if (role === null) {
    throw new DomainError('insufficient_scope', 'You are not a member of this team.');
  }
  const merchant = await tx.merchants.find(merchantId);
  const isMerchantSuspended = merchant?.suspendedAt != null;
  requirePermission({ role, mode, isMerchantSuspended }, actor.permission);
}
