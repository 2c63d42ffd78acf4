import type { Database } from '@parley/db';
import type { Mailer } from '@parley/mail';
import type { Auth } from './auth.ts';
import type { IsBreachedPassword } from './breached-passwords.ts';

/** The dependencies of everything that people do with their accounts. */
export interface AuthDeps {
  readonly auth: Auth;
  readonly database: Database;
  readonly mailer: Pick<Mailer, 'send'>;
  /** Origin of the dashboard, for links in emails. */
  readonly url: string;
  /** Whether anyone may create an account and a merchant, or only invited people join. */
  readonly signUp: 'open' | 'invitation';
  readonly isBreachedPassword: IsBreachedPassword;
  /**
   * Does work when the response has been sent, and reports its failure: the time of the response must not show
   * whether an email has an account.
   */
  readonly afterResponse: (work: () => Promise<void>) => void;
}

/** The request of a person. */
export interface AuthRequest {
  readonly headers: Headers;
  readonly requestId: string;
  /** The IP address, if it is known. */
  readonly address: string | undefined;
  /** Sets cookies of the browser in the response, by the values of Set-Cookie headers. */
  readonly setCookies: (setCookie: readonly string[]) => Promise<void> | void;
}
