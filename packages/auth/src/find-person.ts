import {
  accountRepository,
  accountTransaction,
  type Database,
  type Membership,
  signInRepository,
  translateErrors,
} from '@parley/db';
import { DomainError, isId, type MerchantId } from '@parley/domain';
import type { Auth } from './auth.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { reportSessionCheck } from './session-checks.ts';
import { unavailable } from './unavailable.ts';

/** Milliseconds between the times at which the use of a session is recorded. */
const USE_INTERVAL_MS = 300_000;

/** A browser session of a user, who may belong to no merchant. */
export interface SignedInUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** The id of the browser session. */
  readonly sessionId: string;
  /** Whether the request was sent before the session got the token that it has now. */
  readonly hasFormerToken: boolean;
  /** The merchant that the user chose last. */
  readonly selectedMerchantId: string | null;
}

/** A signed-in user and the merchant that they act for. */
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
  use: UseOptions = {},
): Promise<SignedInUser | null> {
  const user = await checkSession(auth, database, headers, use);
  reportSessionCheck(headers, user && (user.selectedMerchantId ?? user.userId));
  return user;
}

async function checkSession(
  auth: Auth,
  database: Database,
  headers: Headers,
  { countsAsUse = true }: UseOptions,
): Promise<SignedInUser | null> {
  const session = await readSession(auth, headers);
  if (!session?.isComplete) return null;
  const { user, usedAt } = session;
  if (Date.now() - usedAt.getTime() < USE_INTERVAL_MS) return user;
  const { recordSessionUse, wasSessionUsed } = accountRepository(database.client);
  const check = countsAsUse ? recordSessionUse : wasSessionUsed;
  const isUsable = await translateErrors(() => check(user.sessionId));
  return isUsable ? user : null;
}

/**
 * Finds the sign-in of the cookie that waits for the second factor; null without one.
 * @throws DomainError service_unavailable when the database does not respond
 */
export async function findPendingSession(
  auth: Auth,
  headers: Headers,
): Promise<SignedInUser | null> {
  const session = await readSession(auth, headers);
  return session && !session.isComplete ? session.user : null;
}

/**
 * The session of the cookie, which may wait for the second factor; null without a valid one.
 * @throws DomainError service_unavailable when the database does not respond
 */
export async function readSession(
  auth: Auth,
  headers: Headers,
): Promise<{
  readonly user: SignedInUser;
  readonly isComplete: boolean;
  readonly usedAt: Date;
} | null> {
  // Rendering a page cannot set cookies, so sessions end after a week without a refresh.
  const read = (of: Headers) =>
    auth.api.getSession({ headers: of, query: { disableRefresh: true } });
  let hasFormerToken = false;
  const signedIn = await read(headers)
    .then(async (session) => {
      if (session) return session;
      hasFormerToken = true;
      const replaced = await auth.api.replacementCookie({ headers, returnHeaders: true });
      const [cookie] = replaced.headers.getSetCookie();
      return cookie ? read(new Headers({ cookie: cookie.split(';')[0] ?? '' })) : null;
    })
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  if (!signedIn) return null;
  const { session, user } = signedIn;
  return {
    isComplete: Boolean(session.authenticatedAt),
    usedAt: session.updatedAt,
    user: {
      userId: user.id,
      name: user.name,
      email: user.email,
      sessionId: session.id,
      hasFormerToken,
      selectedMerchantId: session.activeOrganizationId ?? null,
    },
  };
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
  return translateErrors(() => accountRepository(database.client).listMerchants(userId));
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
    if (!(await tx.accounts.selectMerchant(sessionId, merchantId))) return false;
    await recordAccountEvent(tx, request, {
      action: 'user.merchant_selected',
      userId,
      actingFor: merchantId,
      isOfBrowser: true,
    });
    return true;
  });
}
