import type { RollApiKeyInput } from '@parley/contract';
import type { ApiKeyDetails } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { requireBelowLimits } from '../request/require-below-limits.ts';
import { changeKey } from './change-api-key.ts';
import { withNewKey } from './new-key.ts';
import { notifyOwnersOfKey } from './notify-owners-of-key.ts';

/**
 * Creates the successor of an active key, with the same kind, name, scopes and expiry. The old key is
 * revoked at once, or expires when the overlap ends. The owners are notified.
 * @throws DomainError not_found, invalid_request for a key that has ended or was rolled before,
 *   limit_reached, idempotency_key_reused
 */
export async function rollApiKey(deps: Deps, caller: Caller, input: RollApiKeyInput) {
  const overlapMs = input.overlap_seconds * 1_000;
  return withNewKey(deps, caller, async (tx, add) => {
    // Before the lock of the key: every operation takes them in this order.
    if (overlapMs > 0) {
      const advice = 'Revoke another key, or roll this one without an overlap.';
      await requireBelowLimits(deps, tx, ['api_keys'], advice);
    }
    await requireBelowLimits(deps, tx, ['api_keys_per_day']);
    const { key, now, audit } = await changeKey(deps, caller, tx, input.id);
    requireRollable(key);
    const { kind, name, scopes, expiresAt } = key;
    const successor = await add({ kind, name, scopes, expiresAt, replaces: key.id });
    const end = new Date(now.getTime() + overlapMs);
    const endsAt = expiresAt && expiresAt < end ? expiresAt : end;
    await tx.apiKeys.update(key.id, {
      replacedById: successor,
      ...(overlapMs === 0 ? { revokedAt: now } : { expiresAt: endsAt }),
    });
    await audit('rolled', { name, replaced_by: successor, ends_at: endsAt.toISOString() });
    await notifyOwnersOfKey(tx, caller, key.id, 'rolled');
    return successor;
  });
}

/** @throws DomainError invalid_request */
function requireRollable({ status, replacedById }: ApiKeyDetails): void {
  if (replacedById !== null) {
    throw new DomainError(
      'invalid_request',
      `This API key has already been rolled. Its successor is ${replacedById}: roll that key instead.`,
    );
  }
  if (status !== 'active') {
    throw new DomainError('invalid_request', `This API key is ${status}. Create a new key.`);
  }
}
