import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Adds `auth.api.createSession`, which creates a browser session and its cookie for a user who signs in
 * without a password. It has no path, so that no HTTP request reaches it, and the session is of no use
 * until the caller sets `authenticated_at`. `auth.api.sessionCookie` sets the cookie for the token that a
 * session has from now on.
 */
export const createSessionPlugin = {
  id: 'create-session',
  endpoints: {
    createSession: createAuthEndpoint(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) return null;
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { sessionId: session.id };
      },
    ),
    sessionCookie: createAuthEndpoint(
      { method: 'POST', body: z.object({ token: z.string() }) },
      async ({ body, context, setSignedCookie }) => {
        const { name, attributes } = context.authCookies.sessionToken;
        const maxAge = context.sessionConfig.expiresIn;
        await setSignedCookie(name, body.token, context.secret, { ...attributes, maxAge });
      },
    ),
  },
} satisfies BetterAuthPlugin;
