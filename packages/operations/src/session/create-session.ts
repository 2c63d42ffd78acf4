import type { CreateSessionInput } from '@parley/contract';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { insertSession } from './insert-session.ts';

/**
 * Creates a session. Amounts in minor units. Source: interface 4.1.
 * @throws DomainError invalid_expiry
 */
export async function createSession(deps: Deps, caller: Caller, input: CreateSessionInput) {
  return insertSession(deps, caller, input, {
    respond: (session) => ({
      id: session.id,
      status: 'created' as const,
      integration_mode: 'elements' as const,
      expires_at: session.expiresAt.toISOString(),
    }),
  });
}
