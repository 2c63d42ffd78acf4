import type { AccountTransaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { createSessionToken } from './auth.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';

/**
 * Records that the user of a session proved who they are, and gives the session a new token.
 * @returns the token, for the browser after the commit
 * @throws DomainError authentication_required if the session ended
 */
export async function renewAuthentication(
  { browserSessions }: Pick<AccountTransaction, 'browserSessions'>,
  sessionId: string,
): Promise<string> {
  const token = await browserSessions.renewAuthentication(sessionId, createSessionToken());
  if (token === null) throw new DomainError('authentication_required', 'Sign in first.');
  return token;
}

/** Gives a browser the new token of its session, after the commit. */
export async function sendSessionToken(
  { auth }: Pick<AuthDeps, 'auth'>,
  { setCookies }: Pick<AuthRequest, 'setCookies'>,
  token: string,
): Promise<void> {
  await setCookies([auth.sessionCookie(token)]);
}
