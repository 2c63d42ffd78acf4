import type { AttentionRecord, MemberRecord, Repositories } from '@parley/db';
import {
  type AttentionKind,
  attentionKinds,
  MAX_ATTENTION_COUNT,
  type MerchantId,
} from '@parley/domain';
import { attentionMail } from '@parley/mail';
import type { Deps } from '../request/deps.ts';
import { notifiedKinds } from './notification-settings.ts';

/** A member who gets emails, with the kinds of items that these are about. */
interface Recipient extends Pick<MemberRecord, 'userId' | 'email'> {
  readonly kinds: readonly AttentionKind[];
}

/** The items of a kind that are open. */
interface OpenItems {
  readonly kind: AttentionKind;
  readonly items: readonly AttentionRecord[];
}

/**
 * Writes emails about the items of a merchant that need attention in live mode: to each member who wants
 * them one about all items of a kind that are new to them, at most one per hour. The emails are written in
 * the transaction that records them, so no crash and no other worker repeats or loses one. The first 100
 * open items of a kind count.
 * @returns how many emails were written
 */
export async function emailAttentionItems(
  deps: Deps,
  merchantId: MerchantId,
  dashboardUrl: string,
): Promise<number> {
  const scope = { merchantId, mode: 'live' } as const;
  const repositories = deps.database.forScope(scope);
  const wanted = new Set((await listRecipients(repositories)).flatMap(({ kinds }) => kinds));
  const open: OpenItems[] = [];
  for (const kind of attentionKinds) {
    if (!wanted.has(kind)) continue;
    const items = await repositories.attention.list(kind, { limit: MAX_ATTENTION_COUNT });
    if (items.length > 0) open.push({ kind, items });
  }
  if (open.length === 0) return 0;
  return deps.database.transaction(scope, async (tx) => {
    // A member who is removed or changes their choice meanwhile gets nothing.
    await tx.team.lock('share');
    await tx.mailOutbox.lockTopic('attention');
    const recipients = await listRecipients(tx);
    const { name: merchantName = '' } = (await tx.merchants.find(merchantId)) ?? {};
    const mails = [];
    for (const { kind, items } of open) {
      for (const { userId, email, kinds } of recipients) {
        if (!kinds.includes(kind)) continue;
        const count = await tx.notifications.markMailed(userId, kind, items);
        if (count === 0) continue;
        const sessionId = items.length === 1 ? (items[0]?.sessionId ?? null) : null;
        const content = attentionMail({
          kind,
          count,
          sessionId,
          merchantId,
          merchantName,
          dashboardUrl,
        });
        mails.push({ recipient: email, ...content });
      }
    }
    await tx.mailOutbox.add(mails);
    return mails.length;
  });
}

/** The members who can read emails and the dashboard, and want emails. */
async function listRecipients({
  team,
  notifications,
}: Pick<Repositories, 'team' | 'notifications'>): Promise<Recipient[]> {
  const members = await team.listMembers();
  const chosen = await notifications.listChosen();
  return members
    .filter(({ isEmailVerified, isDisabled }) => isEmailVerified && !isDisabled)
    .map(({ userId, email, role }) => ({
      userId,
      email,
      kinds: notifiedKinds(role, chosen.get(userId)),
    }))
    .filter(({ kinds }) => kinds.length > 0);
}
