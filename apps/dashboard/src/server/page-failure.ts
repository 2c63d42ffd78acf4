import { type ErrorResponse, formatErrorResponse } from '@parley/router';
import { isOverloadError } from '@parley/runtime/admission';
import { failureDigest } from '#failure-digest.ts';
import { runtime } from './runtime.ts';

/** A page that could not be rendered. Only `digest` reaches the browser. */
class PageFailure extends Error {
  override readonly name = 'PageFailure';
  readonly digest: string;
  readonly response: ErrorResponse;

  constructor(response: ErrorResponse, requestId: string) {
    super(response.message);
    this.response = response;
    this.digest = failureDigest.write({ code: response.code, requestId });
  }
}

/** Logs an error and returns the failure to throw, which carries the request id to the browser. */
export function createPageFailure(error: unknown, requestId: string): Error {
  return new PageFailure(logError(error, requestId), requestId);
}

/** Whose request failed, and what it called. */
interface FailedCall {
  readonly procedure: string | undefined;
  readonly merchant_id: string;
  readonly mode: string;
  readonly user_id: string;
}

/**
 * Logs an error, unless that was done, and returns it as a client sees it. A rejected request is logged by its code only,
 * because the message can quote the request.
 */
export function logError(error: unknown, requestId: string, call?: FailedCall): ErrorResponse {
  // A server action reads what pages read too.
  if (error instanceof PageFailure) return error.response;
  const response = formatErrorResponse(error);
  const entry = { code: response.code, request_id: requestId, ...call };
  const { logger } = runtime();
  const isFailure = response.status >= 500 && !isOverloadError(error);
  if (isFailure) logger.error({ ...entry, err: error }, response.message);
  else logger.info(entry, 'request rejected');
  return response;
}
