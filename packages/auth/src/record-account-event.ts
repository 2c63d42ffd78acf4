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
  /** The merchant for which the browser acts; the one that the user joined first if omitted. */
  readonly actingFor?: string | null | undefined;
  /** Whether it concerns only the merchant for which the browser acts, as a sign-in does. */
  readonly isOfBrowser?: boolean;
}

/**
 * Records an event of a person in the audit logs of merchants, in both modes of each. A change of the
 * account concerns all merchants of the person, because each of them trusts it. Where and when the person
 * works for one merchant is not the business of another: only that merchant sees sign-ins and addresses.
 * @param merchantIds the merchants for which the person acts, instead of the one of the browser
 */
export async function recordAccountEvent(
  tx: AccountTransaction,
  {
    requestId,
    address,
  }: { readonly requestId: string | null; readonly address?: string | undefined },
  event: AccountEvent,
  merchantIds?: readonly MerchantId[],
): Promise<void> {
  const { action, userId, isActor = true, operator, object, details = {} } = event;
  const merchants = merchantIds ?? (await tx.accounts.listMerchants(userId)).map(({ id }) => id);
  const chosen = merchants.find((id) => id === event.actingFor) ?? merchants[0];
  const acting = merchantIds ?? (chosen === undefined ? [] : [chosen]);
  const createdAt = await tx.now();
  const actor =
    operator === undefined
      ? {
          actorKind: isActor ? ('user' as const) : ('system' as const),
          actorId: isActor ? userId : null,
        }
      : { actorKind: 'operator' as const, actorId: operator };
  const entries = (event.isOfBrowser ? acting : merchants).flatMap((merchantId) =>
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
      address: acting.includes(merchantId) ? (address ?? null) : null,
      createdAt,
    })),
  );
  if (entries.length > 0) await tx.appendAudit(entries);
}
