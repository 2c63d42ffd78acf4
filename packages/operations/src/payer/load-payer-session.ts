import type { LoadedSession } from '@parley/db';
import { type DeclineLimits, networkOf } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';

/** A session with what delays its payer besides its own declined payments. */
export interface PayerSession extends LoadedSession {
  readonly limits: DeclineLimits;
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
    deps.database.forScope(caller).declineLimits.read(networkOfPayer(caller)),
  ]);
  return { ...loaded, limits };
}

/** Remembers where the payer is, so that the declines that follow count for their network. */
export async function rememberNetwork(deps: Deps, caller: Caller, id: string): Promise<void> {
  const network = networkOfPayer(caller);
  if (network === undefined) return;
  await deps.database.forScope(caller).declineLimits.rememberNetwork(id, network);
}

const networkOfPayer = ({ address }: Caller): string | undefined =>
  address === undefined ? undefined : networkOf(address);
