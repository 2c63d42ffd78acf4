import { createHash } from 'node:crypto';
import type { Database } from '@parley/db';
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { organization } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { defaultStatements } from 'better-auth/plugins/organization/access';

export interface AuthOptions {
  readonly database: Database;
  /** At least 32 characters; signs the cookie. */
  readonly secret: string;
  /** Origin of the dashboard. */
  readonly url: string;
}

const access = createAccessControl(defaultStatements);
const member = access.newRole({});
const manager = access.newRole({
  organization: ['update'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
});

/** Password sign-in for dashboard users. There is no sign-up: users are invited or seeded. */
export function createAuth({ database, secret, url }: AuthOptions) {
  return betterAuth({
    appName: 'Parley',
    baseURL: url,
    secret,
    database: prismaAdapter(database.client, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12 },
    user: { modelName: 'dashboardUser' },
    session: { modelName: 'dashboardSession', expiresIn: 7 * 86_400, updateAge: 86_400 },
    account: { modelName: 'dashboardAccount' },
    verification: { modelName: 'dashboardVerification' },
    plugins: [
      organization({
        ac: access,
        creatorRole: 'owner',
        roles: {
          owner: manager,
          admin: manager,
          developer: member,
          support: member,
          viewer: member,
        },
        allowUserToCreateOrganization: false,
        disableOrganizationDeletion: true,
      }),
    ],
    advanced: {
      // The cookie name contains the __Host- prefix; the library would use the weaker __Secure-.
      useSecureCookies: false,
      cookies: { session_token: { name: SESSION_COOKIE } },
      defaultCookieAttributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
    },
    // The library's endpoints are not mounted; sign-in.ts counts attempts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}

export type Auth = ReturnType<typeof createAuth>;

/** Browsers accept the __Host- prefix over https and from localhost. */
export const SESSION_COOKIE = '__Host-parley.session';

/** The key under which attempts are counted: a hash, so that it reveals no email or IP address. */
export function signInLimitKey(kind: 'account' | 'address', value: string): string {
  return createHash('sha256').update(`${kind}:${value.trim().toLowerCase()}`).digest('hex');
}
