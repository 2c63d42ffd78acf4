import { randomBytes } from 'node:crypto';
import type { RequestId } from '@parley/domain';
import { renderMessagePage } from '../documents/message-page.tsx';
import * as assets from '../generated/browser.ts';
import { localeOf } from '../view/locale.ts';
import { htmlResponse } from './html-response.ts';

interface MessageOptions {
  readonly kind: 'notFound' | 'away' | 'root';
  readonly status: number;
  readonly requestId: RequestId;
  readonly retryAfter?: number | undefined;
}

/** A page that is not about any one payment. */
export function messageResponse(request: Request, options: MessageOptions): Response {
  const { kind, status, requestId, retryAfter } = options;
  const nonce = newNonce();
  const locale = localeOf(request.headers.get('accept-language'));
  const query = new URL(request.url).searchParams.toString();
  const html = renderMessagePage({ kind, locale, nonce, assets, requestId, query });
  return htmlResponse(html, { status, nonce, scriptUrl: null, retryAfter });
}

export const newNonce = (): string => randomBytes(18).toString('base64');
