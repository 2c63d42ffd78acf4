import { type Database, signInRepository } from '@parley/db';
import { DomainError } from '@parley/domain';
import { APIError } from 'better-auth/api';
import { type Auth, signInLimitKey } from './auth.ts';
import { unavailable } from './unavailable.ts';

const WINDOW_SECONDS = 300;
/** Tries within the window: few for one account, more for an address that many people may share. */
const MAX_TRIES = { account: 10, address: 60 };

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  /** Where the request came from, as far as it is known. */
  readonly address: string | undefined;
  readonly headers: Headers;
}

/**
 * Signs a person in.
 * @returns the values of the Set-Cookie headers to answer with
 * @throws DomainError rate_limited, authentication_required when e-mail and password do not match
 */
export async function signIn(
  auth: Auth,
  database: Database,
  input: SignInInput,
): Promise<string[]> {
  const people = signInRepository(database);
  const account = signInLimitKey('account', input.email);
  const counts = await Promise.all([
    people.countAttempt(account, WINDOW_SECONDS).then((tries) => tries > MAX_TRIES.account),
    input.address === undefined
      ? false
      : people
          .countAttempt(signInLimitKey('address', input.address), WINDOW_SECONDS)
          .then((tries) => tries > MAX_TRIES.address),
  ]);
  if (counts.includes(true)) {
    throw new DomainError('rate_limited', 'Too many tries. Wait five minutes, then try again.', {
      retryAfterSeconds: WINDOW_SECONDS,
    });
  }
  const { email, password, headers } = input;
  try {
    const answer = await auth.api.signInEmail({
      body: { email: email.trim().toLowerCase(), password },
      headers,
      returnHeaders: true,
    });
    await people.clearAttempts(account);
    return answer.headers.getSetCookie();
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) {
      throw new DomainError('authentication_required', 'Email and password do not match.');
    }
    throw unavailable(error);
  }
}

/**
 * Signs the person out whose cookie the headers carry.
 * @returns the values of the Set-Cookie headers to answer with
 */
export async function signOut(auth: Auth, headers: Headers): Promise<string[]> {
  const answer = await auth.api.signOut({ headers, returnHeaders: true });
  return answer.headers.getSetCookie();
}
