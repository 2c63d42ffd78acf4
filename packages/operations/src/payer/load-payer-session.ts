import type { LoadedSession } from '@parley/db';
import { type DeclineLimits, isChallengeRequired, networkOf } from '@parley/domain';
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
  const { declineLimits } = deps.database.forScope(caller);
  const [loaded, limits] = await Promise.all([
    loadSession(deps, caller, id),
    declineLimits.read(networkOfPayer(caller)),
  ]);
  const requiresChallenge = deps.captcha !== undefined && isChallengeDue(loaded, limits);
  return { ...loaded, limits, requiresChallenge };
}

const isChallengeDue = (
  { session, attempt }: LoadedSession,
  { isSpiking }: DeclineLimits,
): boolean =>
  isChallengeRequired({
    ...session,
    sessionStatus: session.status,
    attemptStatus: attempt.status,
    isFree: session.finalAmountMinor === 0 && attempt.commercialMode === 'one_time',
    isSpiking,
  });

/** Remembers where the payer is, so that the declines that follow count for their network. */
export async function rememberNetwork(deps: Deps, caller: Caller, id: string): Promise<void> {
  const network = networkOfPayer(caller);
  if (network === undefined) return;
  await deps.database.forScope(caller).declineLimits.rememberNetwork(id, network);
}

const networkOfPayer = ({ address }: Caller): string | undefined =>
  address === undefined ? undefined : networkOf(address);
