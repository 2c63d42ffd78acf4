import { contentSecurityPolicy, type PolicyOptions } from './content-security-policy.ts';

interface HtmlOptions extends PolicyOptions {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

/** A document with every header that keeps it to itself. */
export function htmlResponse(html: string, options: HtmlOptions): Response {
  const { status, retryAfter } = options;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(options),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      // A wallet's or a bank's window still has to reach the page that opened it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  });
}
