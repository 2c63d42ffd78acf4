import type { RenameApiKeyInput } from '@parley/contract';
import type { ApiKeyDetails, JsonObject, Transaction } from '@parley/db';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { keyNotFound, loadKeyResponse } from './api-key-view.ts';
import { notifyOwnersOfKey } from './notify-owners-of-key.ts';

/** A change of a locked key. */
interface KeyChange {
  /** The key when it was locked. */
  readonly key: ApiKeyDetails;
  readonly now: Date;
  /** Adds the change to the audit log. */
  readonly audit: (action: 'rolled' | 'revoked' | 'renamed', details?: JsonObject) => Promise<void>;
}

/**
 * Locks a key for a change.
 * @throws DomainError not_found
 */
export async function changeKey(
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  id: string,
): Promise<KeyChange> {
  const key = await tx.apiKeys.lock(id);
  if (!key) throw keyNotFound();
  const now = await tx.now();
  return {
    key,
    now,
    audit: (action, details = {}) =>
      recordAuditEntry(deps, tx, caller, {
        action: `api_key.${action}`,
        objectId: key.id,
        at: now,
        details,
      }),
  };
}

/**
 * Revokes a key and notifies the owners. Every process rejects it within two seconds. Repeating the call changes nothing.
 * @throws DomainError not_found
 */
export async function revokeApiKey(deps: Deps, caller: Caller, input: { readonly id: string }) {
  return inTransaction(deps, caller, async (tx) => {
    const { key, now, audit } = await changeKey(deps, caller, tx, input.id);
    if (key.status !== 'revoked') {
      await tx.apiKeys.update(key.id, { revokedAt: now });
      await audit('revoked', { name: key.name, status: { from: key.status, to: 'revoked' } });
      await notifyOwnersOfKey(tx, caller, key.id, 'revoked');
    }
    return loadKeyResponse(tx, key.id);
  });
}

/**
 * Changes the name of a key.
 * @throws DomainError not_found
 */
export async function renameApiKey(deps: Deps, caller: Caller, { id, name }: RenameApiKeyInput) {
  return inTransaction(deps, caller, async (tx) => {
    const { key, audit } = await changeKey(deps, caller, tx, id);
    if (key.name !== name) {
      await tx.apiKeys.update(key.id, { name });
      await audit('renamed', { name: { from: key.name, to: name } });
    }
    return loadKeyResponse(tx, key.id);
  });
}
