import type { CreateApiKeyInput } from '@parley/contract';
import { InvalidFieldError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { parseTimestampField, requireFuture } from '../request/parse-timestamp-field.ts';
import { requireBelowLimits } from '../request/require-below-limits.ts';
import { withNewKey } from './new-key.ts';
import { notifyOwnersOfKey } from './notify-owners-of-key.ts';

/**
 * Creates an API key in the mode of the caller and notifies the owners. The value of a secret key cannot
 * be read again.
 * @throws DomainError invalid_request, limit_reached, idempotency_key_reused
 */
export async function createApiKey(deps: Deps, caller: Caller, input: CreateApiKeyInput) {
  const { kind, name, scopes, expires_at } = input;
  if (kind === 'publishable' && scopes) {
    throw new InvalidFieldError('scopes', 'must be omitted for a publishable key.');
  }
  const expiresAt = expires_at ? parseTimestampField('expires_at', expires_at) : null;
  return withNewKey(deps, caller, async (tx, add) => {
    if (expiresAt) requireFuture('expires_at', expiresAt, await tx.now());
    await requireBelowLimits(deps, tx, ['api_keys', 'api_keys_per_day']);
    const id = await add({ kind, name, scopes: [...new Set(scopes)], expiresAt });
    await notifyOwnersOfKey(tx, caller, id, 'created');
    return id;
  });
}
