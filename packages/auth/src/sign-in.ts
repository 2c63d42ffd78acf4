import { accountRepository, accountTransaction, translateErrors } from '@parley/db';
import { DomainError } from '@parley/domain';
import { APIError } from 'better-auth/api';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { deviceCookie } from './device-cookie.ts';
import { findSession, readSession } from './find-person.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { unavailable } from './unavailable.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs a user in and records it, or the failure if the email has an account. The former sign-in of the
 * browser ends. With a second factor the sign-in waits for `signInWithCode`.
 * @returns the values of the Set-Cookie response headers
 * @throws DomainError rate_limited; authentication_required when email and password do not match
 */
export async function signIn(
  deps: AuthDeps,
  credentials: Credentials,
  request: AuthRequest,
): Promise<string[]> {
  const { auth, database } = deps;
  const email = normalizeEmail(credentials.email);
  const attempt = await countAttempt(deps, 'account', email, request);
  try {
    const { findPasswordHashByEmail } = accountRepository(database.client);
    const hash = await translateErrors(() => findPasswordHashByEmail(email));
    const { headers, response } = await auth.api.signInEmail({
      body: { email, password: credentials.password },
      headers: withAddress(request),
      returnHeaders: true,
    });
    const { id: userId } = response.user;
    const former = await readSession(auth, request.headers);
    // If this fails, the session is of no use.
    const isComplete = await accountTransaction(database, async (tx) => {
      // The account may be disabled, or another request may have changed the password since it was checked.
      if ((await tx.accounts.lock(userId)) !== hash) return null;
      // Its cookie is replaced, so no one could sign it out.
      if (former)
        await tx.accounts.endSessions(former.user.userId, { only: former.user.sessionId });
      if (!(await tx.accounts.beginSession(response.token, userId))) return false;
      await recordAccountEvent(tx, request, {
        action: 'user.signed_in',
        userId,
        isOfBrowser: true,
      });
      return true;
    });
    if (isComplete === null) throw refuse(deps, email, request);
    if (!isComplete) return headers.getSetCookie();
    await attempt.forget();
    return [...headers.getSetCookie(), deviceCookie(auth, email)];
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw unavailable(error);
    throw refuse(deps, email, request);
  }
}

/** Records a failed sign-in and returns its error. */
function refuse(deps: AuthDeps, email: string, request: AuthRequest): DomainError {
  // Not awaited: the time of the response must not show whether the email has an account.
  void recordFailedSignIn(deps, email, request).catch(deps.reportFailure);
  return new DomainError('authentication_required', 'Email and password do not match.');
}

/** Records a failed sign-in, if the email has an account. */
export async function recordFailedSignIn(
  { database }: AuthDeps,
  email: string,
  request: AuthRequest,
): Promise<void> {
  const user = await accountRepository(database.client).findByEmail(email);
  if (!user) return;
  await accountTransaction(database, (tx) =>
    recordAccountEvent(tx, request, {
      action: 'user.sign_in_failed',
      userId: user.id,
      isActor: false,
      isOfBrowser: true,
      details: { name: user.name },
    }),
  );
}

/**
 * Signs out the user of the session cookie.
 * @returns the values of the Set-Cookie response headers
 */
export async function signOut(deps: AuthDeps, request: AuthRequest): Promise<string[]> {
  const { auth, database } = deps;
  const session = await findSession(auth, database, request.headers);
  const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true });
  if (session) {
    const { userId, sessionId, selectedMerchantId: actingFor } = session;
    await accountTransaction(database, async (tx) => {
      // The library has ended it by its token, which another request may have replaced.
      await tx.accounts.endSessions(userId, { only: sessionId });
      await recordAccountEvent(tx, request, {
        action: 'user.signed_out',
        userId,
        actingFor,
        isOfBrowser: true,
      });
    });
  }
  return headers.getSetCookie();
}

/** An email as accounts store it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The headers with the address that the dashboard trusts, which the library stores with the session. */
export function withAddress({ headers, address }: AuthRequest): Headers {
  const trusted = new Headers(headers);
  trusted.delete('x-forwarded-for');
  if (address !== undefined) trusted.set('x-forwarded-for', address);
  return trusted;
}
