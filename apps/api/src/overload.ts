import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import { DomainError } from '@parley/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface OverloadLimits {
  /** Concurrent requests. Further requests are rejected with 503. */
  readonly maxInFlight: number;
  /** Concurrent connections. Requests on further connections are rejected with 503. */
  readonly maxConnections: number;
  /** Mean event loop delay over one second, in milliseconds, above which requests are rejected. */
  readonly maxEventLoopDelayMs: number;
}

/** Operations that monitoring needs during an overload. */
const exempt: ReadonlySet<string | undefined> = new Set(['healthz', 'readyz', 'metrics']);
const isExempt = (request: FastifyRequest): boolean =>
  exempt.has(request.routeOptions.config.operation);

const overloaded = () =>
  new DomainError('service_unavailable', 'The service is overloaded. Try again shortly.', {
    retryAfterSeconds: 1,
  });

/** Rejects requests immediately while the process is overloaded. */
export function rejectOverload(
  app: FastifyInstance,
  limits: OverloadLimits,
): { inFlight(): number } {
  const surplus = new WeakSet<Socket>();
  let connections = 0;
  let inFlight = 0;

  app.server.on('connection', (socket) => {
    connections += 1;
    if (connections > limits.maxConnections) surplus.add(socket);
    socket.once('close', () => {
      connections -= 1;
    });
  });

  app.addHook('onRequest', (request, reply, done) => {
    inFlight += 1;
    // Emitted for aborted requests too.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    if (surplus.has(request.raw.socket)) {
      reply.header('connection', 'close');
      done(overloaded());
    } else if (inFlight > limits.maxInFlight && !isExempt(request)) done(overloaded());
    else done();
  });

  app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    pressureHandler: (request) => (isExempt(request) ? undefined : Promise.reject(overloaded())),
  });
  return { inFlight: () => inFlight };
}
