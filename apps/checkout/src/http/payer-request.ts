import { createPayerCaller, formatErrorResponse } from '@parley/router/payer';
import { isOverloadError } from '@parley/runtime/admission';
import { appContext, linkLimits } from '../app-context.ts';
import { messageResponse } from './html-response.ts';
import type { RequestInfo } from './with-request-log.ts';

const DEFAULT_RETRY_AFTER_SECONDS = 2;

/** The payment link of a request, and the payer procedures for it. */
export function openLink(request: Request, { requestId, params }: RequestInfo) {
  const { deps, admission, flows } = appContext();
  const query = new URL(request.url).searchParams;
  const address = request.headers.get('x-forwarded-for') ?? undefined;
  const caller = createPayerCaller({
    deps,
    requestId,
    address,
    ...linkLimits(address),
    admit: admission.run,
    flows,
  });
  return { query, caller, input: { id: String(params.session_id), pk: query.get('pk') ?? '' } };
}

/** A page that says why a document of a payment link is not available. */
export function errorPageResponse(
  request: Request,
  { requestId }: RequestInfo,
  error: unknown,
): Response {
  const { status, retryAfterSeconds } = formatErrorResponse(error);
  if (status < 500 && status !== 429) {
    // The same response for an invalid key and an unknown id, so that no one can find out which exist.
    return messageResponse(request, { kind: 'notFound', status: 404, requestId });
  }
  logFailure(requestId, error);
  const retryAfter = retryAfterSeconds ?? DEFAULT_RETRY_AFTER_SECONDS;
  return messageResponse(request, { kind: 'unavailable', status: 503, requestId, retryAfter });
}

/** Logs a failure of this service or the provider, without the details that a code says already. */
export function logFailure(requestId: RequestInfo['requestId'], error: unknown): void {
  const { status, code } = formatErrorResponse(error);
  if (status < 500 || isOverloadError(error)) return;
  const err = code === 'internal_error' ? error : undefined;
  appContext().logger.error({ request_id: requestId, code, err });
}
