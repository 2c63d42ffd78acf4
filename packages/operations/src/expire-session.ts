import { isOpen, isUnfinished } from '@parley/domain';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { changeSession } from './session-change.ts';
import { settleAttempt } from './settle-attempt.ts';
import { providerOf } from './sync-attempt.ts';

/**
 * Ends a session whose deadline has passed, then closes its provider object, so that nobody pays
 * for what is no longer sold. Money that was faster than the closing is recorded all the same.
 * @returns whether the session expired now
 * @throws DomainError provider_error when the provider did not answer; the session has expired by then
 */
export async function expireSession(deps: Deps, caller: Caller, id: string): Promise<boolean> {
  const expired = await changeSession(deps, caller, id, (change) => {
    if (!isOpen(change.session.status)) return null;
    if (change.command('expire') === 'unchanged') return null;
    // Without a root object there is nothing at the provider to tell of its end.
    if (!change.attempt.providerRootObjectId && isUnfinished(change.attempt.status)) {
      change.attemptCommand('expire');
    }
    return change.attempt;
  });
  if (!expired) return false;
  const { merchantPspConfigId, providerRootObjectId, providerRootObjectType } = expired;
  if (!merchantPspConfigId || !providerRootObjectId || !providerRootObjectType) return true;
  const config = await deps.database.of(caller).pspConfigs.find(merchantPspConfigId);
  if (!config) return true;
  const root = await providerOf(deps, config).closeRoot({
    type: providerRootObjectType,
    id: providerRootObjectId,
  });
  if (root) {
    await changeSession(deps, caller, id, (change) => {
      if (change.attempt.id === expired.id) settleAttempt(change, change.attempt, root);
    });
  }
  return true;
}
