import type { Transaction } from '@parley/db';
import { type ApiKeyId, type ApiKeyKind, DomainError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import { generateKey, getHash } from '../request/api-key.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { requireCurrentPermission } from '../request/require-current-permission.ts';
import { loadKeyResponse } from './api-key-view.ts';

interface NewKey {
  readonly kind: ApiKeyKind;
  readonly name: string;
  /** The selected scopes; an empty list means all but those that must be selected. */
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  /** The key that it replaces. */
  readonly replaces?: ApiKeyId;
}

/**
 * Adds a key in one transaction and returns its value. The value is in no row: a repeated request with
 * the same idempotency key adds no second key, and is refused because the value is gone.
 * @param work adds the key with `add` and returns its id
 * @throws DomainError idempotency_key_reused, and whatever `work` throws
 */
export async function withNewKey(
  deps: Deps,
  caller: Caller,
  work: (tx: Transaction, add: (key: NewKey) => Promise<ApiKeyId>) => Promise<ApiKeyId>,
) {
  const values = new Map<string, string>();
  const response = await inTransaction(deps, caller, async (tx) => {
    const id = await work(tx, async (key) => {
      const id = deps.newId('key');
      values.set(id, await addKey(deps, caller, tx, id, key));
      return id;
    });
    return loadKeyResponse(tx, id);
  });
  const { api_key } = response;
  const value = values.get(api_key.id);
  if (value === undefined) {
    throw new DomainError(
      'idempotency_key_reused',
      `An earlier request with this idempotency key created the key ${api_key.id}. Its value was returned once: roll the key to get a new one.`,
    );
  }
  return { ...response, value };
}

/** Adds a key and its audit entry. Returns its value. */
async function addKey(
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  id: ApiKeyId,
  { kind, name, scopes, expiresAt, replaces }: NewKey,
): Promise<string> {
  await requireSettingsPermission(tx, caller, scopes);
  const value = generateKey(kind, caller.mode);
  const now = await tx.now();
  await tx.apiKeys.insert({
    id,
    kind,
    name,
    keyHash: getHash(value),
    lastFour: value.slice(-4),
    publicValue: kind === 'publishable' ? value : null,
    scopes: [...scopes],
    expiresAt,
    createdByKind: caller.actor.kind,
    createdById: caller.actor.id,
    createdAt: now,
  });
  await recordAuditEntry(deps, tx, caller, {
    action: 'api_key.created',
    objectId: id,
    at: now,
    details: {
      kind,
      name,
      scopes: scopes.length === 0 ? null : scopes,
      expires_at: expiresAt?.toISOString() ?? null,
      ...(replaces && { replaces }),
    },
  });
  return value;
}

/**
 * Embedding origins belong to both modes. A person who may create keys of test mode only must not change
 * live payer pages with one, so the key takes the permission that the same change takes in the dashboard.
 * @throws DomainError insufficient_scope
 */
async function requireSettingsPermission(
  tx: Transaction,
  caller: Caller,
  scopes: readonly string[],
): Promise<void> {
  const { actor } = caller;
  if (actor.kind !== 'user' || !scopes.includes('embedding_origins:write')) return;
  const permission = 'manage_settings';
  await requireCurrentPermission(tx, { ...caller, actor: { ...actor, permission } });
}
