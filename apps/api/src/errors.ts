import {
  type ErrorResponse,
  errorEnvelope,
  errorResponse,
  formatErrorResponse,
} from '@parley/router';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { factsOf } from './request-facts.ts';

/** Every error, also those of the framework, in the one envelope. */
export function answerErrors(app: FastifyInstance, logger: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    const found = frameworkAnswer(error) ?? formatErrorResponse(error);
    if (found.status >= 500) {
      logger.error({ msg: found.code, request_id: request.id, err: error });
    }
    return sendError(reply, request, found);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      request,
      errorResponse('not_found', `There is nothing at ${pathOf(request)}.`),
    ),
  );
}

export function sendError(
  reply: FastifyReply,
  request: FastifyRequest,
  error: ErrorResponse,
): FastifyReply {
  factsOf(request).errorCode = error.code;
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? 1 : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(error.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(error, request.id));
}

/** The path without its query: a publishable key may stand there. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

const byCode: Readonly<Record<string, ErrorResponse>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: errorResponse('payload_too_large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: errorResponse(
    'invalid_request',
    'content-length does not match the body.',
  ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errorResponse('unsupported_media_type'),
  FST_ERR_BAD_URL: errorResponse('invalid_request', 'The path has a broken percent encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: errorResponse('not_found'),
  FST_ERR_HANDLER_TIMEOUT: errorResponse('service_unavailable'),
};

/** What the framework refuses before a handler runs; null for anything else. */
export function frameworkAnswer(error: unknown): ErrorResponse | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? (byCode[code] ?? null) : null;
}
