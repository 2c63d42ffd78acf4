import { findLogo } from '@parley/operations';
import { formatErrorResponse } from '@parley/router/payer';
import { dataResponseHeaders, strictTransportSecurity } from '@parley/runtime/security-headers';
import { appContext, consumeLogoLimit } from '../app-context.ts';
import { logFailure } from './payer-request.ts';
import type { RequestInfo } from './with-request-log.ts';

/** The URL of a merchant's logo on this origin. Another logo has another URL. */
export const logoUrl = (hash: string, key: string): string =>
  `/logos/${hash}?pk=${encodeURIComponent(key)}`;

/** GET and HEAD of a logo, by its hash and a publishable key of the merchant. */
export async function handleLogo(
  request: Request,
  { requestId, params }: RequestInfo,
): Promise<Response> {
  const { deps, admission, flows } = appContext();
  const key = new URL(request.url).searchParams.get('pk') ?? '';
  const hash = String(params.hash);
  const address = request.headers.get('x-forwarded-for') ?? undefined;
  try {
    await consumeLogoLimit(key, hash, address);
    const { content, contentType } = await admission.run(flows.getFlow(key, address), () =>
      findLogo(deps, key, hash),
    );
    return new Response(content, { headers: logoHeaders(contentType) });
  } catch (error) {
    const { status, retryAfterSeconds } = formatErrorResponse(error);
    logFailure(requestId, error);
    // The same response for an invalid key and an unknown hash.
    const isUnavailable = status >= 500 || status === 429;
    return new Response(null, {
      status: isUnavailable ? 503 : 404,
      headers: {
        ...dataResponseHeaders(process.env.CHECKOUT_URL ?? ''),
        ...(isUnavailable && { 'retry-after': String(retryAfterSeconds ?? 2) }),
      },
    });
  }
}

/** Merchants upload these files, so a browser must not take one for anything but an image. */
const logoHeaders = (contentType: string): Record<string, string> => ({
  'content-type': contentType,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...strictTransportSecurity(process.env.CHECKOUT_URL ?? ''),
});
