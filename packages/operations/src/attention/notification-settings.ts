import type { NotificationSettings } from '@parley/contract';
import {
  type AttentionKind,
  attentionKinds,
  DomainError,
  defaultNotifiedKinds,
  type Role,
} from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/**
 * The kinds of items of which a member gets emails.
 * @param chosen null or undefined for those of the role
 */
export function notifiedKinds(
  role: Role | null,
  chosen: readonly string[] | null | undefined,
): AttentionKind[] {
  const isNotified = role === 'owner' || role === 'admin';
  const kinds: readonly string[] = chosen ?? (isNotified ? defaultNotifiedKinds : []);
  return attentionKinds.filter((kind) => kinds.includes(kind));
}

/**
 * The kinds of items of which the caller gets emails about the merchant, in live mode.
 * @throws DomainError insufficient_scope for a caller who is not a person
 */
export async function getNotificationSettings(
  deps: Deps,
  caller: Caller,
): Promise<NotificationSettings> {
  const userId = requirePerson(caller);
  const { team, notifications } = deps.database.forScope(caller);
  const [role, chosen] = await Promise.all([
    team.findRole(userId),
    notifications.findChosen(userId),
  ]);
  return { kinds: notifiedKinds(role, chosen) };
}

/**
 * Saves the kinds of items of which the caller gets emails, in place of earlier ones.
 * @throws DomainError insufficient_scope
 */
export async function saveNotificationSettings(
  deps: Deps,
  caller: Caller,
  { kinds }: NotificationSettings,
): Promise<NotificationSettings> {
  const userId = requirePerson(caller);
  return inTransaction(deps, caller, async (tx) => {
    await tx.notifications.save(userId, kinds, await tx.now());
    return { kinds: attentionKinds.filter((kind) => kinds.includes(kind)) };
  });
}

function requirePerson({ actor }: Caller): string {
  if (actor.kind === 'user') return actor.id;
  throw new DomainError('insufficient_scope', 'Only users have notifications.');
}
