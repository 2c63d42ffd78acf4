import type { JsonObject, MemberRecord, Role, Transaction } from '@parley/db';
import { DomainError, type Permission, requirePermission } from '@parley/domain';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/** A change of a locked team by one of its members. */
export interface TeamChange {
  readonly tx: Transaction;
  readonly members: readonly MemberRecord[];
  /** The member who makes the change. */
  readonly actor: MemberRecord;
  readonly now: Date;
  /** Adds the change to the audit log. */
  readonly audit: (
    object: { readonly type: 'member' | 'invitation' | 'merchant'; readonly id: string },
    action: string,
    details: JsonObject,
  ) => Promise<void>;
}

/**
 * Locks the team of the caller's merchant and runs `work` on it. Changes of a team happen one after the
 * other, so two owners cannot remove each other.
 * @param permission what the caller needs. Their role may have changed since the request was authorized.
 * @throws DomainError insufficient_scope if the caller is no longer a member or lacks the permission, and
 *   whatever `work` throws
 */
export function changeTeam<T>(
  deps: Deps,
  caller: Caller,
  work: (change: TeamChange) => Promise<T>,
  permission: Permission = 'manage_team',
): Promise<T> {
  return inTransaction(deps, caller, async (tx) => {
    await tx.team.lock();
    const members = await tx.team.listMembers();
    const actor = members.find(({ userId }) => userId === caller.actor.id);
    if (!actor) throw new DomainError('insufficient_scope', 'You are not a member of this team.');
    const merchant = await tx.merchants.find(caller.merchantId);
    const isMerchantSuspended = merchant?.suspendedAt != null;
    requirePermission({ role: actor.role, mode: caller.mode, isMerchantSuspended }, permission);
    const now = await tx.now();
    return work({
      tx,
      members,
      actor,
      now,
      audit: ({ type, id }, action, details) =>
        recordMerchantAuditEntry(deps, tx, caller, {
          action: `${type}.${action}`,
          objectType: type,
          objectId: id,
          at: now,
          details,
        }),
    });
  });
}

/**
 * Checks that the actor may give or take a role: only owners decide who is an owner.
 * @throws DomainError insufficient_scope
 */
export function requireMayAssign(actor: MemberRecord, ...assigned: readonly Role[]): void {
  if (!assigned.includes('owner') || actor.role === 'owner') return;
  throw new DomainError(
    'insufficient_scope',
    `Your role (${actor.role}) may not do this. Only an owner decides who is an owner.`,
  );
}
