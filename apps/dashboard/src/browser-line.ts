/** What a page may load and where it may stand: only what came with it, and nowhere but in a tab. */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  // React needs eval to explain errors while it is developed, and styles come without a nonce then.
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
 * Whether a request changes nothing or comes from a page of ours, by what browsers say and scripts
 * in them cannot: another site's form would carry the cookie too.
 */
export function isOwnWrite(method: string, headers: Headers): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === host;
}
