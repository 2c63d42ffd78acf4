import type { MerchantRecord } from '@parley/db';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/**
 * Creates a merchant without keys and people.
 * @param caller its merchant is the new one
 */
export async function createMerchant(
  deps: Deps,
  caller: Caller,
  { name }: Pick<MerchantRecord, 'name'>,
): Promise<MerchantRecord> {
  const merchant = { id: caller.merchantId, name };
  return inTransaction(deps, caller, async (tx) => {
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
  });
}
