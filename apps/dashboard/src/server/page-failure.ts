import { type ErrorResponse, formatErrorResponse } from '@parley/router';
import { failureDigest } from '../failure-digest.ts';
import { runtime } from './runtime.ts';

/** A page could not be made. Only `digest` reaches the browser: the code and the request id. */
class PageFailure extends Error {
  override readonly name = 'PageFailure';
  readonly digest: string;

  constructor({ code, message }: ErrorResponse, requestId: string) {
    super(message);
    this.digest = failureDigest.write({ code, requestId });
  }
}

/** What to throw while a page is made, so that the person gets the id this is logged under. */
export function pageFailure(error: unknown, request: string): PageFailure {
  const answer = formatErrorResponse(error);
  report(error, answer, request);
  return new PageFailure(answer, request);
}

/** Logs what went wrong: in full where it is our fault. */
export function report(error: unknown, answer: ErrorResponse, request: string): void {
  const { logger } = runtime();
  const told = { msg: answer.message, code: answer.code, request_id: request };
  if (answer.status >= 500) logger.error({ ...told, err: error });
  else logger.info(told);
}
