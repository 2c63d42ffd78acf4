/** Headers that `proxy.ts` sets for the pages. It overwrites any value that a browser sends. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const PATH_HEADER = 'x-parley-path';

/** The nonce of the CSP, for the style elements that the component library inserts. */
export const NONCE_HEADER = 'x-parley-nonce';

/** The merchant that a page shows. The page sends it with its calls. */
export const MERCHANT_HEADER = 'x-parley-merchant';

/** The mode of a page, test or live. The page sends it with its calls. */
export const MODE_HEADER = 'x-parley-mode';

/** Set by a page without a recent input of the person. Its request does not count as use of the session. */
export const UNATTENDED_HEADER = 'x-parley-unattended';

/** The cookie with the mode of the page opened last. It only chooses which mode a link without one opens. */
export const MODE_COOKIE = 'parley.mode';

/** The cookie with the time zone of the browser, for what the server reads by day. */
export const BROWSER_TIME_ZONE_COOKIE = 'parley.browser_time_zone';

/** The IP address of the client, which `instrumentation.ts` determines. */
export function getClientAddress(headers: Headers): string | undefined {
  return headers.get('x-forwarded-for') ?? undefined;
}
