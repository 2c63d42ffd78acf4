import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { unavailable } from './unavailable.ts';

/**
 * Creates a session of a user in the browser that sent a request. Null if the user does not exist any more.
 * @throws DomainError service_unavailable
 */
export async function createSession(
  { auth }: Pick<AuthDeps, 'auth'>,
  userId: string,
  request: AuthRequest,
): Promise<{ sessionId: string; token: string; setCookie: string[] } | null> {
  const { headers, response } = await auth.api
    .createSession({ body: { userId }, headers: withAddress(request), returnHeaders: true })
    .catch((error: unknown) => {
      throw unavailable(error);
    });
  return response && { ...response, setCookie: headers.getSetCookie() };
}

/** The headers with the address that the dashboard trusts, which the library stores with the session. */
function withAddress({ headers, address }: AuthRequest): Headers {
  const trusted = new Headers(headers);
  trusted.delete('x-forwarded-for');
  if (address !== undefined) trusted.set('x-forwarded-for', address);
  return trusted;
}
