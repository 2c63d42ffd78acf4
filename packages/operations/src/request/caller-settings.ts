import type { MerchantSettings, Repositories } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';

/**
 * The settings of the caller's merchant. Those of a request with an API key were read together with the
 * key, at most a second ago, so this sends no statement for it.
 * @throws DomainError not_found
 */
export async function getCallerSettings(deps: Deps, caller: Caller): Promise<MerchantSettings> {
  return caller.settings ?? loadSettings(deps.database.forScope(caller));
}

/**
 * The settings of a merchant as they are now.
 * @param lock locks them until the transaction ends
 * @throws DomainError not_found
 */
export async function loadSettings(
  { settings }: Pick<Repositories, 'settings'>,
  lock = false,
): Promise<MerchantSettings> {
  const found = await (lock ? settings.lock() : settings.find());
  if (!found) throw new DomainError('not_found', 'There is no merchant with this id.');
  return found;
}
