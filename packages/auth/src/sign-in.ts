import { type Database, signInRepository } from '@parley/db';
import { DomainError } from '@parley/domain';
import { APIError } from 'better-auth/api';
import { type Auth, signInLimitKey } from './auth.ts';
import { unavailable } from './unavailable.ts';

const WINDOW_SECONDS = 300;
/** Attempts per window: few per account, more per IP address, which several people may share. */
const MAX_ATTEMPTS = { account: 10, address: 60 };

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  /** IP address of the request, if known. */
  readonly address: string | undefined;
  readonly headers: Headers;
}

/**
 * Signs a user in.
 * @returns the values of the Set-Cookie response headers
 * @throws DomainError rate_limited; authentication_required when email and password do not match
 */
export async function signIn(
  auth: Auth,
  database: Database,
  input: SignInInput,
): Promise<string[]> {
  const people = signInRepository(database);
  const account = signInLimitKey('account', input.email);
  const counts = await Promise.all([
    people.countAttempt(account, WINDOW_SECONDS).then((tries) => tries > MAX_ATTEMPTS.account),
    input.address === undefined
      ? false
      : people
          .countAttempt(signInLimitKey('address', input.address), WINDOW_SECONDS)
          .then((tries) => tries > MAX_ATTEMPTS.address),
  ]);
  if (counts.includes(true)) {
    throw new DomainError(
      'rate_limited',
      'Too many sign-in attempts. Wait five minutes, then try again.',
      {
        retryAfterSeconds: WINDOW_SECONDS,
      },
    );
  }
  const { email, password, headers } = input;
  try {
    const response = await auth.api.signInEmail({
      body: { email: email.trim().toLowerCase(), password },
      headers,
      returnHeaders: true,
    });
    await people.clearAttempts(account);
    return response.headers.getSetCookie();
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) {
      throw new DomainError('authentication_required', 'Email and password do not match.');
    }
    throw unavailable(error);
  }
}

/**
 * Signs out the user of the session cookie.
 * @returns the values of the Set-Cookie response headers
 */
export async function signOut(auth: Auth, headers: Headers): Promise<string[]> {
  const response = await auth.api.signOut({ headers, returnHeaders: true });
  return response.headers.getSetCookie();
}
