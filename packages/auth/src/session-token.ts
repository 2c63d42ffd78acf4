import { randomBytes } from 'node:crypto';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';

/** Creates the token of a browser session: 256 random bits. */
export const createSessionToken = (): string => randomBytes(32).toString('base64url');

/** Gives a browser the new token of its session, after the commit. */
export async function sendSessionToken(
  { auth }: Pick<AuthDeps, 'auth'>,
  { setCookies }: Pick<AuthRequest, 'setCookies'>,
  token: string,
): Promise<void> {
  const { headers } = await auth.api.sessionCookie({ body: { token }, returnHeaders: true });
  await setCookies(headers.getSetCookie());
}
