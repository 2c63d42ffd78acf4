import { accountTransaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { formatCookie } from './cookies.ts';
import { deviceCookie } from './device-cookie.ts';
import { NO_PASSWORD, verifyPassword } from './password-hash.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { SESSION_COOKIE } from './session-checks.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs a user in and records it, or the failure if the email has an account. The former sign-in of the
 * browser ends. With a second factor the sign-in waits for `signInWithCode`.
 * @returns the values of the Set-Cookie response headers
 * @throws DomainError rate_limited; authentication_required when email and password do not match;
 * service_unavailable
 */
export async function signIn(
  deps: AuthDeps,
  credentials: Credentials,
  request: AuthRequest,
): Promise<string[]> {
  const { auth, database } = deps;
  const email = normalizeEmail(credentials.email);
  const attempt = await countAttempt(deps, 'account', email, request);
  const stored = await database.users.accounts.findPasswordByEmail(email);
  // The work is the same without an account.
  const { userId = '', hash = NO_PASSWORD } = stored ?? {};
  if (!(await verifyPassword({ hash, password: credentials.password }))) {
    throw refuse(deps, email, request);
  }
  const former = await auth.findSession(request.headers);
  const created = await auth.createSession(userId, request);
  // If this fails, the session is of no use.
  const isComplete = await accountTransaction(database, async (tx) => {
    // The account may be disabled, or another request may have changed the password since it was checked.
    if ((await tx.accounts.lock(userId)) !== hash) return null;
    // Its cookie is replaced, so no one could sign it out.
    if (former) await tx.browserSessions.end(former.user.userId, { only: former.user.sessionId });
    if (await tx.secondFactors.isRequired(userId)) return false;
    if (!(await tx.browserSessions.complete(created.id))) return null;
    await recordAccountEvent(tx, request, { action: 'user.signed_in', userId, isOfBrowser: true });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    throw new DomainError('service_unavailable', undefined, { cause: error, retryAfterSeconds: 1 });
  });
  if (isComplete === null) throw refuse(deps, email, request);
  if (!isComplete) return [created.setCookie];
  await attempt.forget();
  return [created.setCookie, deviceCookie(auth, email)];
}

/** Records a failed sign-in and returns its error. */
function refuse(deps: AuthDeps, email: string, request: AuthRequest): DomainError {
  deps.afterResponse(() => recordFailedSignIn(deps, email, request));
  return new DomainError('authentication_required', 'Email and password do not match.');
}

/** Records a failed sign-in, if the email has an account. */
export async function recordFailedSignIn(
  { database }: AuthDeps,
  email: string,
  request: AuthRequest,
): Promise<void> {
  const user = await database.users.accounts.findByEmail(email);
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
export async function signOut(
  { auth, database }: AuthDeps,
  request: AuthRequest,
): Promise<string[]> {
  const session = await auth.findSession(request.headers);
  if (session) {
    const { userId, sessionId, selectedMerchantId: actingFor } = session.user;
    await accountTransaction(database, async (tx) => {
      const ended = await tx.browserSessions.end(userId, { only: sessionId });
      if (ended === 0 || session.state !== 'active') return;
      await recordAccountEvent(tx, request, {
        action: 'user.signed_out',
        userId,
        actingFor,
        isOfBrowser: true,
      });
    });
  }
  return [formatCookie(SESSION_COOKIE, '', 0)];
}

/** An email as accounts store it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
