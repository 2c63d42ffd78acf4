import type { Database } from '@parley/db';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { createSessionPlugin } from './create-session-plugin.ts';
import { SESSION_COOKIE } from './session-checks.ts';

export interface AuthOptions {
  readonly database: Database;
  /** At least 32 characters; signs the cookie. */
  readonly secret: string;
  /** Origin of the dashboard. */
  readonly url: string;
}

/**
 * The library of browser sessions and their cookies. Passwords, accounts and teams are checked and written by
 * this package and the operations instead (decision 0044).
 */
export function createAuth({ database, secret, url }: AuthOptions) {
  return betterAuth({
    appName: 'Parley',
    baseURL: url,
    secret,
    database: prismaAdapter(database.client, { provider: 'postgresql' }),
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
