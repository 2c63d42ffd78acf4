import type { LoadedSession } from '@parley/db';
import {
  type DeclineLimits,
  getNetwork,
  isChallengeRequired,
  noDeclineLimits,
} from '@parley/domain';
import { isFree } from '../attempt/free-cart.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';

/** A session with what delays its payer besides its own declined payments. */
export interface PayerSession extends LoadedSession {
  readonly limits: DeclineLimits;
  /** Whether the payer has to pass a challenge before it can pay. */
  readonly requiresChallenge: boolean;
}

/**
 * Reads a session for its payer.
 * @throws DomainError not_found
 */
export async function loadPayerSession(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<PayerSession> {
  const [loaded, limits] = await Promise.all([
    loadSession(deps, caller, id),
    readDeclineLimits(deps, caller, id),
  ]);
  const requiresChallenge = deps.captcha !== undefined && isChallengeDue(loaded, limits);
  return { ...loaded, limits, requiresChallenge };
}

/** In test mode there are none: tests of a merchant decline many payments of one network on purpose. */
async function readDeclineLimits(deps: Deps, caller: Caller, id: string): Promise<DeclineLimits> {
  if (caller.mode === 'test') return noDeclineLimits;
  return deps.database.forScope(caller).declineLimits.read(id, getPayerNetwork(caller));
}

const isChallengeDue = (
  { session, attempt }: LoadedSession,
  { isSpiking }: DeclineLimits,
): boolean =>
  isChallengeRequired({
    ...session,
    sessionStatus: session.status,
    attemptStatus: attempt.status,
    isFree: isFree({ session, attempt }),
    isSpiking,
  });

/** Remembers where the payer is, so that the declines that follow count for their network. */
export async function rememberNetwork(deps: Deps, caller: Caller, id: string): Promise<void> {
  const network = getPayerNetwork(caller);
  if (network === undefined || caller.mode === 'test') return;
  await deps.database.forScope(caller).declineLimits.rememberNetwork(id, network);
}

const getPayerNetwork = ({ address }: Caller): string | undefined =>
  address === undefined ? undefined : getNetwork(address);
