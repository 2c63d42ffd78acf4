import type { RequestSpan, Tracing } from '@parley/telemetry';
import type { FastifyInstance } from 'fastify';
import { onRequestEnd } from './request-end.ts';
import { getFacts } from './request-facts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null;
  }
}

/** Starts a span for each request. The spans of its handler become children. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'no route' } = request.routeOptions;
    request.span = tracing.startRequest(`${request.method} ${url}`, request.id, request.headers);
    done();
  });
  // Parsing the body loses the asynchronous context, so the span is entered again.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  onRequestEnd(app, (request, { status }) => {
    const { merchantId, mode, errorCode } = getFacts(request);
    request.span?.end(status, {
      operation: request.routeOptions.config.operation ?? 'none',
      ...(merchantId ? { merchant_id: merchantId } : {}),
      ...(mode ? { mode } : {}),
      ...(errorCode ? { 'error.type': errorCode } : {}),
    });
  });
}
