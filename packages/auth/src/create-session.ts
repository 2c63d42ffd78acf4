import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Adds `auth.api.createSession`, which creates a browser session and its cookie for a user who signs in
 * without a password. It has no path, so that no HTTP request reaches it, and the session is of no use
 * until the caller sets `authenticated_at`.
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
  },
} satisfies BetterAuthPlugin;
