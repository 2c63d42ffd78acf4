import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import { DomainError } from '@parley/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface OverloadLimits {
  /** Requests worked on at once; one more is refused. */
  readonly maxInFlight: number;
  /** Connections served at once; those beyond are answered 503 and closed. */
  readonly maxConnections: number;
  /** Milliseconds the event loop may lag, on the mean of a second. */
  readonly maxEventLoopDelayMs: number;
}

/** What must answer even then: others decide by it what to do about the overload. */
const exempt: ReadonlySet<string | undefined> = new Set(['healthz', 'readyz', 'metrics']);
const isExempt = (request: FastifyRequest): boolean =>
  exempt.has(request.routeOptions.config.operation);

const overloaded = () =>
  new DomainError('service_unavailable', 'The service is overloaded. Try again shortly.', {
    retryAfterSeconds: 1,
  });

/** Refuses at once what could only be answered late. */
export function refuseOverload(
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
    // Also when the caller is gone before the answer.
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
