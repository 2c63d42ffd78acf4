import type { MerchantDetails, Transaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/**
 * Suspends a merchant: every process refuses its keys within two seconds, so no session is created, and
 * its people may only view. The worker finishes payments that were begun. Repeating the call changes
 * nothing.
 * @throws DomainError not_found
 */
export const suspendMerchant = (deps: Deps, caller: Caller): Promise<MerchantDetails> =>
  setSuspended(deps, caller, true);

/**
 * Ends the suspension of a merchant.
 * @throws DomainError not_found
 */
export const resumeMerchant = (deps: Deps, caller: Caller): Promise<MerchantDetails> =>
  setSuspended(deps, caller, false);

function setSuspended(deps: Deps, caller: Caller, isSuspended: boolean): Promise<MerchantDetails> {
  const set = async (tx: Transaction) => {
    const now = await tx.now();
    if (await tx.merchants.setSuspended(caller.merchantId, isSuspended, now)) {
      await recordMerchantAuditEntry(deps, tx, caller, {
        action: isSuspended ? 'merchant.suspended' : 'merchant.resumed',
        objectId: caller.merchantId,
        at: now,
      });
    }
    const merchant = await tx.merchants.find(caller.merchantId);
    if (!merchant) throw new DomainError('not_found', 'There is no merchant with this id.');
    return merchant;
  };
  // A change that one of its people has begun commits before.
  return inTransaction(deps, caller, set, 'update');
}
