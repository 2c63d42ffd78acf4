import type { Database } from '@parley/db';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { createSessionPlugin } from './create-session.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

export interface AuthOptions {
  readonly database: Database;
  /** At least 32 characters; signs the cookie. */
  readonly secret: string;
  /** Origin of the dashboard. */
  readonly url: string;
}

/**
 * The library that signs people in: passwords, browser sessions and their cookies. Accounts, passwords
 * and teams are written by transactions of this package and of the operations instead (decision 0074).
 */
export function createAuth({ database, secret, url }: AuthOptions) {
  return betterAuth({
    appName: 'Parley',
    baseURL: url,
    secret,
    database: prismaAdapter(database.client, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { modelName: 'dashboardUser' },
    session: {
      modelName: 'dashboardSession',
      expiresIn: SESSION_SECONDS,
      updateAge: 86_400,
      additionalFields: {
        activeOrganizationId: { type: 'string', required: false, input: false },
        authenticatedAt: { type: 'date', required: false, input: false },
      },
    },
    account: { modelName: 'dashboardAccount' },
    verification: { modelName: 'dashboardVerification' },
    plugins: [createSessionPlugin(database)],
    advanced: {
      // The cookie name contains the __Host- prefix; the library would use the weaker __Secure-.
      useSecureCookies: false,
      cookies: { session_token: { name: SESSION_COOKIE } },
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    // The library's endpoints are not mounted; attempts.ts counts attempts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** How long a sign-in lasts. */
export const SESSION_SECONDS = 7 * 86_400;

/** Browsers accept the __Host- prefix over https and from localhost. */
export const SESSION_COOKIE = '__Host-parley.session';
