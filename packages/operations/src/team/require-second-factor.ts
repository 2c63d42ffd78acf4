import type { SecondFactorRequirement } from '@parley/contract';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeTeam } from './team-change.ts';

/**
 * Requires a second factor of every member, or no longer. The next request of a member without one is
 * refused until they have set it up, and one with a passkey until they sign in with it.
 * @throws DomainError insufficient_scope for anyone but an owner, invalid_request for an owner who has no
 *   second factor
 */
export function requireSecondFactor(
  deps: Deps,
  caller: Caller,
  { required }: SecondFactorRequirement,
): Promise<SecondFactorRequirement> {
  return changeTeam(deps, caller, async ({ tx, actor, now, audit }) => {
    if (actor.role !== 'owner') {
      throw new DomainError(
        'insufficient_scope',
        `Your role (${actor.role}) may not do this. Only an owner decides how members sign in.`,
      );
    }
    if (required && !actor.hasSecondFactor) {
      throw new DomainError(
        'invalid_request',
        'You do not have a second factor yourself. Add an authenticator app or a passkey on your account page first.',
      );
    }
    const isRequired = (await tx.team.findSecondFactorRequirement()) !== null;
    if (isRequired === required) return { required };
    await tx.team.setSecondFactorRequirement(required ? now : null);
    const action = required ? 'second_factor_required' : 'second_factor_not_required';
    await audit({ type: 'merchant', id: caller.merchantId }, action, {});
    return { required };
  });
}
