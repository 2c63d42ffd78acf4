import {
  type ErrorResponse,
  errorEnvelope,
  errorResponse,
  formatErrorResponse,
  requireDecodableQuery,
} from '@parley/router';
import { isOverloadError } from '@parley/runtime/admission';
import { isUnknownMethod } from '@parley/runtime/http-methods';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { addHelpLink } from './help-link.ts';
import { getFacts } from './request-facts.ts';
import { limitUnreadBody } from './unread-body.ts';

/** Sends every error, including those of Fastify, in the error envelope. */
export function handleErrors(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    // No response can be sent, and nothing has failed here: the log line of the request says why.
    if (isIncomplete(request)) return reply.hijack();
    const response = frameworkErrorResponse(error) ?? formatErrorResponse(error);
    logServerError(logger, request, response, error);
    return sendError(reply, request, response);
  });
  app.setNotFoundHandler(sendNotFound);
}

/** Responds to requests for which there is no route before their body is read. */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    limitUnreadBody(request, reply);
    sendNotFound(request, reply);
  });
}

/** Rejects queries with an invalid percent encoding, as Fastify rejects such paths. */
export function rejectUndecodableQueries(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    try {
      requireDecodableQuery(request.url.split('?').slice(1).join('?'));
      done();
    } catch (error) {
      limitUnreadBody(request, reply);
      done(error as Error);
    }
  });
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { method } = request;
  if (!isUnknownMethod(method)) {
    const message = `There is nothing at ${getPath(request)}.`;
    return sendError(reply, request, errorResponse('not_found', message));
  }
  reply.header('allow', ALLOWED_METHODS);
  return sendError(reply, request, unknownMethodResponse(method));
}

export const ALLOWED_METHODS = 'GET, HEAD, POST';

/** The response to a method that no path has. */
export const unknownMethodResponse = (method: string): ErrorResponse =>
  errorResponse('method_not_allowed', `${method} is not allowed, only GET, HEAD and POST.`);

/** Whether the connection was closed before the whole request arrived. */
function isIncomplete({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * Logs an error that this server caused. Other errors are part of the request's own log line, and so
 * are refusals during an overload, of which there may be thousands.
 * @returns whether it was logged
 */
export function logServerError(
  logger: Logger,
  request: FastifyRequest,
  { status, code }: ErrorResponse,
  error: unknown,
): boolean {
  if (status < 500 || isOverloadError(error)) return false;
  logger.error({ msg: code, request_id: request.id, err: error });
  return true;
}

export function sendError(
  reply: FastifyReply,
  request: FastifyRequest,
  error: ErrorResponse,
): FastifyReply {
  const facts = getFacts(request);
  facts.errorCode = error.code;
  facts.responseBody = errorEnvelope(error, request.id);
  const retryAfter = getRetryAfter(error);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  addHelpLink(reply, error.code);
  return reply
    .code(error.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(facts.responseBody);
}

/** The value of the Retry-After header in seconds; undefined without one. */
export function getRetryAfter({ status, retryAfterSeconds }: ErrorResponse): number | undefined {
  return retryAfterSeconds ?? (status === 503 ? 1 : undefined);
}

/** The path without its query, which may contain a publishable key. */
function getPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

const byFrameworkCode: Readonly<Record<string, ErrorResponse>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: errorResponse('payload_too_large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: errorResponse(
    'invalid_request',
    'content-length does not match the body.',
  ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errorResponse('unsupported_media_type'),
  FST_ERR_BAD_URL: errorResponse(
    'invalid_request',
    'The path contains an invalid percent encoding.',
  ),
  FST_ERR_MAX_PARAM_LENGTH: errorResponse('not_found'),
};

/** The response to an error that Fastify raises before a handler runs; null for other errors. */
export function frameworkErrorResponse(error: unknown): ErrorResponse | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? (byFrameworkCode[code] ?? null) : null;
}
