import underPressure from '@fastify/under-pressure';
import { type Admission, OverloadError } from '@parley/runtime/admission';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { boundConnections, boundUploads } from './bound-connections.ts';
import type { OverloadLimits } from './overload-limits.ts';

/** Operations that monitoring needs during an overload. */
const exempt: ReadonlySet<string | undefined> = new Set(['healthz', 'readyz', 'metrics']);
const isExempt = (request: FastifyRequest): boolean =>
  exempt.has(request.routeOptions.config.operation);

/**
 * Rejects requests immediately while the process is overloaded, before their body and their key are
 * read. A request counts from the end of its body, so that slow clients occupy nothing.
 */
export function rejectOverload(
  app: FastifyInstance,
  limits: OverloadLimits,
  admission: Admission | undefined,
): { inFlight(): number } {
  let inFlight = 0;

  boundConnections(app, {
    max: limits.maxConnections,
    maxPerAddress: limits.maxConnectionsPerAddress,
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const isFull = inFlight >= limits.maxInFlight || admission?.isFull();
    done(isFull && !isExempt(request) ? new OverloadError() : undefined);
  });
  boundUploads(app, { max: limits.maxUploads, maxPerAddress: limits.maxUploadsPerAddress });
  app.addHook('preValidation', (request, reply, done) => {
    if (inFlight >= limits.maxInFlight && !isExempt(request)) return done(new OverloadError());
    inFlight += 1;
    // Emitted for aborted requests too.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    done();
  });

  app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    pressureHandler: (request) =>
      isExempt(request) ? undefined : Promise.reject(new OverloadError()),
  });
  return { inFlight: () => inFlight };
}
