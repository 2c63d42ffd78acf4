import { formatId, ID_RANDOM_BYTES, isMode } from '@parley/domain';
import { escapeInvalidPath } from '@parley/router/escape-invalid-path';
import { type NextRequest, NextResponse } from 'next/server';
import { createContentSecurityPolicy, isAllowedPageRequest } from './csp-and-csrf.ts';
import { getOwnOrigin } from './own-origin.ts';
import { refuseForeignRequest } from './refuse-foreign-request.ts';
import { MODE_COOKIE, NONCE_HEADER, PATH_HEADER, REQUEST_ID_HEADER } from './request-headers.ts';

/**
 * Runs before every page: sets the request id and the CSP, and refuses writes from other sites. A path
 * with an invalid percent encoding leads to the page for an unknown path.
 */
export function proxy(request: NextRequest): Response {
  const random = crypto.getRandomValues(new Uint8Array(ID_RANDOM_BYTES));
  const requestId = formatId('req', Date.now(), random);
  if (!isAllowedPageRequest(request.method, request.headers, getOwnOrigin())) {
    return refuseForeignRequest(request, requestId);
  }
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = createContentSecurityPolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set(NONCE_HEADER, nonce);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  headers.set('content-security-policy', policy);
  const { pathname } = request.nextUrl;
  const path = escapeInvalidPath(pathname);
  const response =
    path === pathname
      ? NextResponse.next({ request: { headers } })
      : NextResponse.rewrite(new URL(path, request.url), { request: { headers } });
  response.headers.set(REQUEST_ID_HEADER, requestId);
  response.headers.set('content-security-policy', policy);
  rememberMode(request, response);
  return response;
}

/** Stores the mode of the page that is opened, for addresses without one. */
function rememberMode({ nextUrl }: NextRequest, { cookies }: NextResponse): void {
  const mode = nextUrl.pathname.split('/')[1];
  if (!isMode(mode)) return;
  cookies.set(MODE_COOKIE, mode, { httpOnly: true, sameSite: 'lax', secure: true });
}

export const config = { matcher: '/((?!_next/static/|(?:icon\\.svg|healthz|readyz)$).*)' };
