import { parseEmbeddingOrigin } from '@parley/domain';
import { authenticateKey, identifyKey } from '@parley/operations';
import { createPayerCaller, formatErrorResponse } from '@parley/router/payer';
import { isOverloadError } from '@parley/runtime/admission';
import { appContext, payerContext } from '../app-context.ts';
import { messageResponse } from './html-response.ts';
import type { RequestInfo } from './with-request-log.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 2;

/** The payment link of a request, and the payer procedures for it. */
export function openLink(request: Request, { requestId, params }: RequestInfo) {
  const query = new URL(request.url).searchParams;
  const caller = createPayerCaller(payerContext(request, requestId));
  return { query, caller, input: { id: String(params.session_id), pk: query.get('pk') ?? '' } };
}

/** A page that says why a document of a payment link is not available. */
export async function errorPageResponse(
  request: Request,
  { requestId }: RequestInfo,
  error: unknown,
): Promise<Response> {
  const { status, retryAfterSeconds } = formatErrorResponse(error);
  if (status < 500 && status !== 429) {
    // The same response for an invalid key and an unknown id, so that no one can find out which exist.
    return messageResponse(request, { kind: 'notFound', status: 404, requestId });
  }
  logFailure(requestId, error);
  const retryAfter = retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
  // An overloaded service reads nothing for it.
  const frameAncestors = isOverloadError(error) ? [] : await readFrameAncestors(request);
  return messageResponse(request, {
    kind: 'unavailable',
    status: 503,
    requestId,
    retryAfter,
    frameAncestors,
  });
}

/**
 * The origins that may frame an error page: those of the merchant of the key in the link, so that a payer
 * can try again in the frame. A request that was refused before its key was read costs no more than one with a
 * made-up key.
 */
async function readFrameAncestors(request: Request): Promise<string[]> {
  if (request.headers.get('sec-fetch-dest') !== 'iframe') return [];
  const pk = new URL(request.url).searchParams.get('pk') ?? '';
  const { deps } = appContext();
  const key = await identifyKey(deps, pk)
    .then(() => authenticateKey(deps, pk))
    .catch(() => null);
  return key?.kind === 'publishable' ? validOrigins(key.settings.embeddingOrigins) : [];
}

/** The origins of a merchant that may be part of a policy. They were checked when they were saved, too. */
export const validOrigins = (origins: readonly string[]): string[] =>
  origins.filter((origin) => parseEmbeddingOrigin(origin) === origin);

/** Logs a failure of this service or the provider, unless it is a refusal during an overload. */
export function logFailure(
  requestId: RequestInfo['requestId'],
  error: unknown,
  fields: { readonly procedure?: string | undefined } = {},
): void {
  const { status, code } = formatErrorResponse(error);
  if (status < 500 || isOverloadError(error)) return;
  appContext().logger.error({ request_id: requestId, ...fields, code, err: error });
}
