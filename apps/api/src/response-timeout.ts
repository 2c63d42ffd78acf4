import { errorResponse } from '@parley/router';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { sendError } from './errors.ts';

/**
 * Sends service_unavailable when a request has no response `timeoutMs` after its body arrived. What the
 * request does continues, and its result is dropped: the same idempotency key returns it later.
 *
 * Fastify's handlerTimeout does not do this. Its timer ends when the body has been read.
 */
export function boundResponseTime(app: FastifyInstance, logger: Logger, timeoutMs: number): void {
  app.addHook('preValidation', (request, reply, done) => {
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      logger.error({ msg: 'no response in time', request_id: request.id, timeout_ms: timeoutMs });
      sendError(reply, request, errorResponse('service_unavailable'));
    }, timeoutMs);
    // Emitted for aborted requests too.
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
