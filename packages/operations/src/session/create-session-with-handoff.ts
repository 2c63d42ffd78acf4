import type { CreateSessionWithHandoffInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import { authenticateKey } from '../request/api-key.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { handoffUrl } from '../session-change/session-view.ts';
import { insertSession } from './new-session.ts';

type Status = 'payer_handoff_pending' | 'payer_opened';

/**
 * Creates a session and issues its payer handoff in one step. An idempotent replay returns whether
 * the payer has opened the session since. Source: interface 4.2.
 * @throws DomainError publishable_key_mismatch, invalid_expiry
 */
export async function createSessionWithHandoff(
  deps: Deps,
  caller: Caller,
  input: CreateSessionWithHandoffInput,
) {
  const { publishable_key: publishableKey, ...rest } = input;
  // Read before the transaction: needing a second connection inside it could deadlock the pool.
  const own = await isOwnPublishableKey(deps, caller, publishableKey);
  return inTransaction(
    deps,
    caller,
    async (tx) => {
      if (!own) throw new DomainError('publishable_key_mismatch');
      const session = await insertSession(deps, caller, tx, rest, ['issue_handoff']);
      return {
        id: session.id,
        status: 'payer_handoff_pending' as Status,
        integration_mode: 'elements' as const,
        expires_at: session.expiresAt.toISOString(),
        handoff_url: handoffUrl(deps, session.id, publishableKey),
      };
    },
    async (stored, tx) => {
      const loaded = await tx.sessions.find(stored.id);
      const unopened = loaded?.session.status === 'payer_handoff_pending';
      const status: Status = unopened ? 'payer_handoff_pending' : 'payer_opened';
      return { ...stored, status };
    },
  );
}

async function isOwnPublishableKey(deps: Deps, caller: Caller, key: string): Promise<boolean> {
  const record = await authenticateKey(deps, key).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'invalid_api_key') return null;
    throw error;
  });
  return (
    record?.kind === 'publishable' &&
    record.merchantId === caller.merchantId &&
    record.mode === caller.mode
  );
}
