import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** One line per request: no path parameters' query, no body, no header. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  app.addHook('onResponse', async (request, reply) => {
    logger.info({
      msg: 'request',
      request_id: request.id,
      operation: request.routeOptions.config.operation ?? null,
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}
