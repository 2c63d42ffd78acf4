import { accountTransaction, type Database } from '@parley/db';
import { recordAccountEvent } from './record-account-event.ts';
import { normalizeEmail } from './sign-in.ts';

/**
 * Signs a user out of every browser.
 * @param operator who did it, for the audit logs of the user's merchants
 * @returns the number of browsers; null if the email has no account
 */
export async function signOutUser(
  database: Database,
  email: string,
  operator: string,
): Promise<{ readonly userId: string; readonly sessions: number } | null> {
  const user = await database.users.accounts.findByEmail(normalizeEmail(email));
  if (!user) return null;
  const { id: userId, name } = user;
  const sessions = await accountTransaction(database, async (tx) => {
    const ended = await tx.browserSessions.end(userId);
    if (ended === 0) return ended;
    const details = { name, sessions: ended };
    const event = { action: 'user.signed_out_everywhere', userId, operator, details };
    await recordAccountEvent(tx, { requestId: null }, event);
    return ended;
  });
  return { userId, sessions };
}
