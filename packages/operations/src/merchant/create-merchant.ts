import type { MerchantRecord, NewMerchantRecord, Transaction } from '@parley/db';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { invite, sendingInvitation } from '../team/invite-member.ts';
import { changeTeamIn } from '../team/team-change.ts';
import { requireOrigins } from './merchant-settings.ts';

interface NewMerchant extends Pick<NewMerchantRecord, 'name' | 'embeddingOrigins'> {
  /** Receives an invitation as the owner. */
  readonly ownerEmail?: string | undefined;
}

/**
 * Creates a merchant without keys, and invites its owner if an email is given.
 * @param caller an operator; its merchant is the new one
 * @throws DomainError invalid_request for an origin that is not accepted
 */
export function createMerchant(
  deps: Deps,
  caller: Caller,
  { ownerEmail: email, ...merchant }: NewMerchant,
): Promise<MerchantRecord> {
  requireOrigins(deps, merchant.embeddingOrigins ?? []);
  if (email === undefined) {
    return inTransaction(deps, caller, (tx) => insertMerchant(tx, deps, caller, merchant));
  }
  return sendingInvitation(deps, (send) =>
    inTransaction(deps, caller, async (tx) => {
      const inserted = await insertMerchant(tx, deps, caller, merchant);
      await changeTeamIn(tx, deps, caller, (change) =>
        invite(deps, change, { email, role: 'owner' }, send),
      );
      return inserted;
    }),
  );
}

async function insertMerchant(
  tx: Transaction,
  deps: Deps,
  caller: Caller,
  { name, embeddingOrigins = [] }: Omit<NewMerchant, 'ownerEmail'>,
): Promise<MerchantRecord> {
  const merchant = { id: caller.merchantId, name };
  await tx.merchants.insert({ ...merchant, embeddingOrigins });
  await tx.team.create(name);
  await recordMerchantAuditEntry(deps, tx, caller, {
    action: 'merchant.created',
    objectId: merchant.id,
    at: await tx.now(),
    details: {
      name,
      ...(embeddingOrigins.length > 0 && { embedding_origins: [...embeddingOrigins] }),
    },
  });
  return merchant;
}
