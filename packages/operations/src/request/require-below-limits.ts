import type { CountedLimit, Transaction } from '@parley/db';
import { requireBelowLimit } from '@parley/domain';
import type { Deps } from './deps.ts';

/**
 * Checks that the merchant may have one more of each. Locks the limits until the end of the transaction, in
 * the given order, so that concurrent requests cannot exceed one together.
 * @param advice what to do at a limit, instead of the general advice
 * @throws DomainError limit_reached
 */
export async function requireBelowLimits(
  { limits }: Pick<Deps, 'limits'>,
  tx: Pick<Transaction, 'owned'>,
  names: readonly CountedLimit[],
  advice?: string,
): Promise<void> {
  for (const name of names) {
    await tx.owned.lock(name);
    requireBelowLimit(name, await tx.owned.count(name), { settings: limits, advice });
  }
}
