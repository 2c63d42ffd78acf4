import { accountTransaction, type Database } from '@parley/db';
import { secondFactorResetMail } from '@parley/mail';
import { recordAccountEvent } from './record-account-event.ts';
import { normalizeEmail } from './sign-in.ts';

/**
 * Turns the second factor of a user off who lost it, removes their passkeys, signs them out everywhere, and sends
 * them an email.
 * @param operator who did it, for the audit logs of the user's merchants
 * @returns what the user had; null if the email has no account
 */
export async function resetSecondFactor(
  database: Database,
  email: string,
  operator: string,
): Promise<{
  readonly userId: string;
  readonly hadSecondFactor: boolean;
  readonly removedPasskeys: number;
} | null> {
  const user = await database.users.accounts.findByEmail(normalizeEmail(email));
  if (!user) return null;
  const { id: userId, name } = user;
  const removed = await accountTransaction(database, async (tx) => {
    await tx.accounts.lock(userId);
    const hadSecondFactor = await tx.secondFactors.delete(userId);
    const removedPasskeys = await tx.passkeys.deleteAll(userId);
    const result = { hadSecondFactor, removedPasskeys };
    if (!hadSecondFactor && removedPasskeys === 0) return result;
    await tx.browserSessions.end(userId);
    const event = { action: 'user.second_factor_reset', userId, operator, details: { name } };
    await recordAccountEvent(tx, { requestId: null }, event);
    const recipient = normalizeEmail(email);
    await tx.addMails(userId, [{ recipient, ...secondFactorResetMail() }]);
    return result;
  });
  return { userId, ...removed };
}
