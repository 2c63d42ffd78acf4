import type { ApiKey } from '@parley/contract';
import type { ApiKeyDetails, Transaction } from '@parley/db';
import { DomainError } from '@parley/domain';

/** A key without its secret value. */
export function apiKeyView(key: ApiKeyDetails): ApiKey {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    last_four: key.lastFour,
    public_value: key.publicValue,
    scopes: key.scopes.length === 0 ? null : [...key.scopes],
    status: key.status,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    replaced_by: key.replacedById,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_by:
      key.createdByKind === null ? null : { kind: key.createdByKind, id: key.createdById },
    created_at: key.createdAt.toISOString(),
  };
}

/** The response: the key as it is in the transaction. */
export async function loadKeyResponse(tx: Transaction, id: string) {
  const key = await tx.apiKeys.find(id);
  // Stryker disable next-line ConditionalExpression: the transaction has just written or locked it
  if (!key) throw keyNotFound();
  return { api_key: apiKeyView(key) };
}

export function keyNotFound(): DomainError {
  return new DomainError('not_found', 'There is no API key with this id.');
}
