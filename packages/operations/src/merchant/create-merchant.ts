import type { MerchantRecord, Transaction } from '@parley/db';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { invite, sendingInvitation } from '../team/invite-member.ts';
import { changeTeamIn } from '../team/team-change.ts';

interface NewMerchant extends Pick<MerchantRecord, 'name'> {
  /** Receives an invitation as the owner. */
  readonly ownerEmail?: string | undefined;
}

/**
 * Creates a merchant without keys, and invites its owner if an email is given.
 * @param caller an operator; its merchant is the new one
 */
export function createMerchant(
  deps: Deps,
  caller: Caller,
  { name, ownerEmail: email }: NewMerchant,
): Promise<MerchantRecord> {
  if (email === undefined) {
    return inTransaction(deps, caller, (tx) => insertMerchant(tx, deps, caller, name));
  }
  return sendingInvitation(deps, (send) =>
    inTransaction(deps, caller, async (tx) => {
      const merchant = await insertMerchant(tx, deps, caller, name);
      await changeTeamIn(tx, deps, caller, (change) =>
        invite(deps, change, { email, role: 'owner' }, send),
      );
      return merchant;
    }),
  );
}

async function insertMerchant(
  tx: Transaction,
  deps: Deps,
  caller: Caller,
  name: string,
): Promise<MerchantRecord> {
  const merchant = { id: caller.merchantId, name };
  await tx.merchants.insert(merchant);
  await tx.team.create(name);
  await recordMerchantAuditEntry(deps, tx, caller, {
    action: 'merchant.created',
    objectType: 'merchant',
    objectId: merchant.id,
    at: await tx.now(),
    details: { name },
  });
  return merchant;
}
