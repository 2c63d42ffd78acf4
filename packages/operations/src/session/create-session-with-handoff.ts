import type { CreateSessionWithHandoffInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import { authenticateKey } from '../request/api-key.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';
import { handoffUrl } from '../session-change/session-view.ts';
import { insertSession } from './insert-session.ts';

interface CreatedWithHandoff {
  readonly id: string;
  readonly status: 'payer_handoff_pending' | 'payer_opened';
  readonly integration_mode: 'elements';
  readonly expires_at: string;
  readonly handoff_url: string;
}

/**
 * Creates a session and issues its payer handoff in one step. An idempotent replay returns whether
 * the payer has opened the session since. Source: interface 4.2.
 * @throws DomainError publishable_key_mismatch, invalid_expiry
 */
export async function createSessionWithHandoff(
  deps: Deps,
  caller: Caller,
  input: CreateSessionWithHandoffInput,
): Promise<CreatedWithHandoff> {
  const { publishable_key: publishableKey, ...sessionInput } = input;
  const isOwnKey = await isOwnPublishableKey(deps, caller, publishableKey);
  return insertSession<CreatedWithHandoff>(deps, caller, sessionInput, {
    commands: ['issue_handoff'],
    validate: () => {
      if (!isOwnKey) throw new DomainError('publishable_key_mismatch');
    },
    respond: (session) => ({
      id: session.id,
      status: 'payer_handoff_pending',
      integration_mode: 'elements',
      expires_at: session.expiresAt.toISOString(),
      handoff_url: handoffUrl(deps, session.id, publishableKey),
    }),
    refresh: async (stored) => {
      const { session } = await loadSession(deps, caller, stored.id);
      const unopened = session.status === 'payer_handoff_pending';
      return { ...stored, status: unopened ? 'payer_handoff_pending' : 'payer_opened' };
    },
  });
}

async function isOwnPublishableKey(deps: Deps, caller: Caller, key: string): Promise<boolean> {
  const refusals: readonly string[] = ['invalid_api_key', 'insufficient_scope'];
  const record = await authenticateKey(deps, key).catch((error: unknown) => {
    // Another merchant does not learn that the key's merchant is suspended.
    if (error instanceof DomainError && refusals.includes(error.code)) return null;
    throw error;
  });
  return (
    record?.kind === 'publishable' &&
    record.merchantId === caller.merchantId &&
    record.mode === caller.mode
  );
}
