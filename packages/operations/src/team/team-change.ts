import type { JsonObject, MemberRecord, MerchantRecord, Transaction } from '@parley/db';
import { DomainError, type Role } from '@parley/domain';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/** Who changes a team: one of its members, or an operator of the installation. */
export interface TeamActor extends Pick<MemberRecord, 'name' | 'role' | 'hasSecondFactor'> {
  /** Null for an operator. */
  readonly userId: string | null;
}

/** An operator decides who is an owner, too. */
const operatorActor: TeamActor = {
  userId: null,
  name: 'The operator of this installation',
  role: 'owner',
  hasSecondFactor: false,
};

/** A change of a locked team. */
export interface TeamChange {
  readonly merchant: MerchantRecord;
  readonly tx: Transaction;
  readonly members: readonly MemberRecord[];
  readonly actor: TeamActor;
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
 * @throws DomainError insufficient_scope if the caller is no longer a member or lacks the permission of
 *   the request, and whatever `work` throws
 */
export function changeTeam<T>(
  deps: Deps,
  caller: Caller,
  work: (change: TeamChange) => Promise<T>,
): Promise<T> {
  return inTransaction(deps, caller, (tx) => changeTeamIn(tx, deps, caller, work), 'update');
}

/** Like `changeTeam`, in a transaction that has locked or created the team. */
export async function changeTeamIn<T>(
  tx: Transaction,
  deps: Deps,
  caller: Caller,
  work: (change: TeamChange) => Promise<T>,
): Promise<T> {
  const members = await tx.team.listMembers();
  const actor = findActor(members, caller);
  if (!actor) throw new DomainError('insufficient_scope', 'You are not a member of this team.');
  const merchant = await tx.merchants.find(caller.merchantId);
  const now = await tx.now();
  return work({
    merchant: { id: caller.merchantId, name: merchant?.name ?? '' },
    tx,
    members,
    actor,
    now,
    audit: ({ type, id }, action, details) =>
      recordMerchantAuditEntry(deps, tx, caller, {
        action: `${type}.${action}`,
        objectId: id,
        at: now,
        details,
      }),
  });
}

const findActor = (members: readonly MemberRecord[], { actor }: Caller): TeamActor | undefined =>
  actor.kind === 'operator' ? operatorActor : members.find(({ userId }) => userId === actor.id);

/**
 * Checks that the actor may give or take a role: only owners decide who is an owner.
 * @throws DomainError insufficient_scope
 */
export function requireMayAssign(actor: TeamActor, ...assigned: readonly Role[]): void {
  if (!assigned.includes('owner') || actor.role === 'owner') return;
  throw new DomainError(
    'insufficient_scope',
    `Your role (${actor.role}) may not do this. Only an owner decides who is an owner.`,
  );
}
