/** The Content-Security-Policy of a page: only its own scripts, styles and data, and no framing. */
export function createContentSecurityPolicy(nonce: string, development: boolean): string {
  // In development React evaluates code to explain errors, and styles have no nonce.
  const script = development ? " 'unsafe-eval'" : '';
  const style = development ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${script}`,
    `style-src ${style}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Whether a page request is safe from CSRF: it is a read, or the browser sent it from this origin.
 * Page reads are allowed from anywhere, so that links from other sites work.
 * @param ownOrigin the public origin of the dashboard, which no header of the request decides
 */
export function isAllowedPageRequest(method: string, headers: Headers, ownOrigin: string): boolean {
  return isRead(method) || isSameOriginWrite(headers, ownOrigin);
}

/**
 * Whether an RPC request is safe from CSRF. Only this origin may call, for reads too: no link leads
 * to the RPC endpoint, so a cross-site read can only be an attempt to misuse the cookie.
 */
export function isAllowedRpcRequest(method: string, headers: Headers, ownOrigin: string): boolean {
  if (!isRead(method)) return isSameOriginWrite(headers, ownOrigin);
  const origin = headers.get('origin');
  return hasSameOriginFetchSite(headers) && (origin === null || origin === ownOrigin);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A write must name its origin. Browsers always send it; scripts of other sites cannot forge it. */
function isSameOriginWrite(headers: Headers, ownOrigin: string): boolean {
  return hasSameOriginFetchSite(headers) && headers.get('origin') === ownOrigin;
}

/** Browsers that predate Sec-Fetch-Site do not send it. */
function hasSameOriginFetchSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || site === 'same-origin';
}
