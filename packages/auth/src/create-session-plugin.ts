import { accountRepository, type Database, translateErrors } from '@parley/db';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/**
 * Adds `auth.api.createSession`, which creates a browser session and its cookie for a user whose proof the
 * caller has checked. It has no path, so that no HTTP request reaches it, and the session is of no use
 * until the caller sets `authenticated_at`. `auth.api.sessionCookie` sets the cookie for the token that a
 * session has from now on, and `auth.api.replacementCookie` the one for the token that replaced that of the
 * request while it was under way, if any.
 */
export const createSessionPlugin = ({ client }: Pick<Database, 'client'>) =>
  ({
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
          return { sessionId: session.id, token: session.token };
        },
      ),
      sessionCookie: createAuthEndpoint(
        { method: 'POST', body: z.object({ token: z.string() }) },
        (ctx) => setCookie(ctx, ctx.body.token),
      ),
      replacementCookie: createAuthEndpoint(
        { method: 'POST', requireHeaders: true },
        async (ctx) => {
          const { authCookies, secret } = ctx.context;
          const former = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
          if (!former) return;
          const { findReplacementToken } = accountRepository(client);
          const token = await translateErrors(() => findReplacementToken(former));
          if (token !== null) await setCookie(ctx, token);
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

async function setCookie(
  { context, setSignedCookie }: Pick<GenericEndpointContext, 'context' | 'setSignedCookie'>,
  token: string,
): Promise<void> {
  const { name, attributes } = context.authCookies.sessionToken;
  const maxAge = context.sessionConfig.expiresIn;
  await setSignedCookie(name, token, context.secret, { ...attributes, maxAge });
}
