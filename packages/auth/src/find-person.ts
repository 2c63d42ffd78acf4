import {
  accountTransaction,
  type Database,
  type Membership,
  type SignedInUser,
  signInRepository,
} from '@parley/db';
import { DomainError, isId, type MerchantId } from '@parley/domain';
import type { Auth } from './auth.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { reportSessionCheck } from './session-checks.ts';

export type { SignedInUser };

/**
 * A signed-in user and the merchant that they act for. A *user* has an account, whatever their merchants are. A
 * *person* is a user who acts for one merchant. An *actor* is what an audit entry names: a user, an API key, an
 * operator or the system.
 */
export interface Person
  extends SignedInUser,
    Omit<Membership, 'requiresSecondFactor' | 'isPasskeySession'> {}

interface UseOptions {
  /** Whether the request counts as use of the session; that of an idle page does not. */
  readonly countsAsUse?: boolean;
}

/**
 * Finds the session of the cookie; null without a valid one, while the second factor is missing,
 * and after twelve hours without use.
 * @throws DomainError service_unavailable when the database does not respond
 */
export async function findSession(
  auth: Auth,
  database: Database,
  headers: Headers,
  { countsAsUse = true }: UseOptions = {},
): Promise<SignedInUser | null> {
  const found = await auth.findSession(headers);
  let user = found?.state === 'active' ? found.user : null;
  if (user && countsAsUse && found?.isUseDue) {
    // It may have ended since.
    if (!(await database.users.browserSessions.recordUse(user.sessionId))) user = null;
  }
  reportSessionCheck(headers, user && (user.selectedMerchantId ?? user.userId));
  return user;
}

/**
 * Finds the sign-in of the cookie that waits for the second factor; null without one.
 * @throws DomainError service_unavailable when the database does not respond
 */
export async function findPendingSession(
  auth: Auth,
  headers: Headers,
): Promise<SignedInUser | null> {
  const found = await auth.findSession(headers);
  return found?.state === 'pending' ? found.user : null;
}

/**
 * Finds the user of the session cookie and the merchant for which they act: the one of the request, the
 * one that the user chose, or the one joined first.
 * @param merchantId the merchant of the page that sent the request, if it names one
 * @returns null without a valid session, or if the user is not a member of the merchant
 * @throws DomainError second_factor_required if the merchant requires one that the user does not have;
 *   service_unavailable when the database does not respond
 */
export async function findPerson(
  auth: Auth,
  database: Database,
  headers: Headers,
  merchantId?: string | null,
  use?: UseOptions,
): Promise<Person | null> {
  const session = await findSession(auth, database, headers, use);
  if (!session) return null;
  const membership = await signInRepository(database).findMembership(
    session,
    merchantId ?? session.selectedMerchantId,
  );
  if (!membership || (merchantId && membership.merchantId !== merchantId)) return null;
  const { requiresSecondFactor, isPasskeySession, ...role } = membership;
  if (requiresSecondFactor && !role.hasSecondFactor && !isPasskeySession) {
    throw new DomainError(
      'second_factor_required',
      `${role.merchantName} requires a second factor. Set one up, or sign in with a passkey, to continue.`,
    );
  }
  // A holder of the former token has not proven what the user proved with the newer one.
  const isRecentlyAuthenticated = role.isRecentlyAuthenticated && !session.hasFormerToken;
  return { ...session, ...role, isRecentlyAuthenticated };
}

/** The names of a merchant's members by user id. */
export function listMemberNames(database: Database, merchantId: MerchantId) {
  return signInRepository(database).listNames(merchantId);
}

/** The merchants of a user, in the order in which they joined them. */
export function listMerchants(database: Database, userId: string) {
  return database.users.accounts.listMerchants(userId);
}

/**
 * Makes a browser session act for another merchant of its user, and records it there. Returns false if
 * the user is not a member.
 */
export async function selectMerchant(
  { database }: Pick<AuthDeps, 'database'>,
  { sessionId, userId }: Pick<Person, 'sessionId' | 'userId'>,
  merchantId: string,
  request: AuthRequest,
): Promise<boolean> {
  if (!isId('merch', merchantId)) return false;
  return accountTransaction(database, async (tx) => {
    if (!(await tx.browserSessions.selectMerchant(sessionId, merchantId))) return false;
    await recordAccountEvent(tx, request, {
      action: 'user.merchant_selected',
      userId,
      actingFor: merchantId,
      isOfBrowser: true,
    });
    return true;
  });
}
