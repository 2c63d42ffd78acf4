import { randomBytes } from 'node:crypto';
import type { RequestId } from '@parley/domain';
import { negotiateLocale } from '@parley/payer-view/locale';
import { strictTransportSecurity } from '@parley/runtime/security-headers';
import { renderMessagePage } from '../documents/message-page.tsx';
import { style } from '../generated/browser.ts';
import { contentSecurityPolicy, type PolicyOptions } from './content-security-policy.ts';
import { chosenLanguage } from './language-cookie.ts';

interface HtmlOptions extends PolicyOptions {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Value of Set-Cookie. */
  readonly cookie?: string | undefined;
}

/** A response with an HTML document and the security headers of this app. */
export function htmlResponse(html: BodyInit, options: HtmlOptions): Response {
  const { status, retryAfter, cookie } = options;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(options),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      // The window of a wallet or a bank must reach the page that opened it.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      ...strictTransportSecurity(process.env.CHECKOUT_URL ?? ''),
      ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  });
}

/** Leads to another address of this app, which may be relative. */
export const redirectResponse = (location: string): Response =>
  new Response(null, {
    status: 303,
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });

interface MessageOptions extends Pick<PolicyOptions, 'frameAncestors'> {
  readonly kind: 'notFound' | 'unavailable' | 'root';
  readonly status: number;
  readonly requestId: RequestId;
  readonly retryAfter?: number | undefined;
}

/** A response with a page that shows no payment. */
export function messageResponse(request: Request, options: MessageOptions): Response {
  const { kind, status, requestId, retryAfter, frameAncestors } = options;
  const nonce = createNonce();
  const query = new URL(request.url).searchParams;
  const { language } = negotiateLocale(
    request.headers.get('accept-language'),
    chosenLanguage(request),
  );
  const pk = query.get('pk') ?? '';
  const html = renderMessagePage({ kind, language, nonce, style, requestId, query, pk });
  return htmlResponse(html, { status, nonce, scriptUrl: null, retryAfter, frameAncestors });
}

export const createNonce = (): string => randomBytes(18).toString('base64');
