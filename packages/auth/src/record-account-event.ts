import { randomBytes } from 'node:crypto';
import type { AccountTransaction, JsonObject } from '@parley/db';
import { formatId, ID_RANDOM_BYTES, type MerchantId, modes } from '@parley/domain';

export interface AccountEvent {
  /** Such as user.signed_in. */
  readonly action: string;
  readonly userId: string;
  /** Whether the user is known to have done it. A failed sign-in can be anyone’s. */
  readonly isActor?: boolean;
  /** The name of the operator who did it instead of the user. */
  readonly operator?: string;
  /** The object; the user if omitted. */
  readonly object?: { readonly type: 'invitation' | 'member'; readonly id: string };
  /** Further details; never a secret. */
  readonly details?: JsonObject;
}

/**
 * Records an event of a person in the audit logs of merchants, in both modes of each.
 * @param merchantIds all merchants of the person if omitted: each of them trusts the account
 */
export async function recordAccountEvent(
  tx: AccountTransaction,
  {
    requestId,
    address,
  }: { readonly requestId: string | null; readonly address?: string | undefined },
  { action, userId, isActor = true, operator, object, details = {} }: AccountEvent,
  merchantIds?: readonly MerchantId[],
): Promise<void> {
  const merchants = merchantIds ?? (await tx.accounts.listMerchants(userId)).map(({ id }) => id);
  const createdAt = await tx.now();
  const actor =
    operator === undefined
      ? {
          actorKind: isActor ? ('user' as const) : ('system' as const),
          actorId: isActor ? userId : null,
        }
      : { actorKind: 'operator' as const, actorId: operator };
  const entries = merchants.flatMap((merchantId) =>
    modes.map((mode) => ({
      id: formatId('audit', Date.now(), randomBytes(ID_RANDOM_BYTES)),
      merchantId,
      mode,
      action,
      objectType: object?.type ?? 'user',
      objectId: object?.id ?? userId,
      details,
      ...actor,
      requestId,
      address: address ?? null,
      createdAt,
    })),
  );
  if (entries.length > 0) await tx.appendAudit(entries);
}
