import type { Database } from '@parley/db';
import { DomainError } from '@parley/domain';
import { type Deps, newId, type VerifyNotification } from '@parley/operations';
import { errorEnvelope, errorResponse } from '@parley/router';
import type { Tracing } from '@parley/telemetry';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { answerErrors, frameworkAnswer, sendError } from './errors.ts';
import { mountHealth } from './health.ts';
import { takeRawBodies } from './json-body.ts';
import { type MetricsOptions, mountMetrics } from './metrics.ts';
import { type OverloadLimits, refuseOverload } from './overload.ts';
import { mountProviderEvents } from './provider-events.ts';
import type { RateLimits } from './rate-limits.ts';
import { logRequests } from './request-log.ts';
import { mountRest } from './rest.ts';
import { traceRequests } from './trace-requests.ts';
import { mountTypedRpc } from './typed-rpc.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route does, for the log. */
    operation?: string;
  }
}

const MAX_BODY_BYTES = 256 * 1024;
/** For the whole request to arrive. With the check interval, the response is sent within 10 seconds. */
const REQUEST_TIMEOUT_MS = 8_000;
/** How often the server looks which requests are late; Node's own is 30 seconds. */
const LATE_REQUESTS_EVERY_MS = 500;
/** For the answer, whatever hangs: longer than all time-outs of the database together. */
const HANDLER_TIMEOUT_MS = 15_000;

/** Addresses of proxies, or who of a chain is one: the nearest is hop 0. */
export type TrustProxy = string[] | ((address: string, hop: number) => boolean);

export interface ServerOptions {
  readonly deps: Deps & { readonly verifyNotification: VerifyNotification };
  readonly database: Database;
  readonly logger: Logger;
  /** Origin of this server as others reach it. */
  readonly apiUrl: string;
  readonly state: { draining: boolean };
  readonly rateLimits?: RateLimits;
  readonly overload?: OverloadLimits;
  /** For the whole request to arrive; 8 seconds by default. */
  readonly requestTimeoutMs?: number;
  readonly metrics?: MetricsOptions;
  readonly tracing?: Tracing;
  /** Which proxies' X-Forwarded-For is believed; none if left out. */
  readonly trustProxy?: TrustProxy;
}

const defaultOverload: OverloadLimits = {
  maxInFlight: 1_000,
  maxConnections: 5_000,
  maxEventLoopDelayMs: 1_000,
};

/** The REST surface, typed RPC, the provider's door and the health checks, not yet listening. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { deps, logger, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const app = fastify({
    logger: false,
    genReqId: () => newId('req'),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    // Fastify sets only requestTimeout; with Node's longer headersTimeout a slow body would go on.
    http: {
      connectionsCheckingInterval: LATE_REQUESTS_EVERY_MS,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
    },
    handlerTimeout: HANDLER_TIMEOUT_MS,
    trustProxy: options.trustProxy ?? false,
    // Ours answers in the envelope.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => {
      sendError(reply, request, frameworkAnswer(error) ?? errorResponse('invalid_request'));
    },
    clientErrorHandler: answerBrokenRequest,
  });
  logRequests(app, logger);
  answerErrors(app, logger);
  if (options.tracing) traceRequests(app, options.tracing);
  const { inFlight } = refuseOverload(app, options.overload ?? defaultOverload);
  refuseWhileDraining(app, options.state);
  if (options.metrics) mountMetrics(app, options.metrics, inFlight);
  takeRawBodies(app);
  mountHealth(app, options.database, options.state);
  mountProviderEvents(app, deps);
  const surface = {
    deps,
    limits: options.rateLimits ?? null,
    tracing: options.tracing ?? null,
  };
  mountTypedRpc(app, surface);
  app.register(async (v1) => mountRest(v1, surface, `${options.apiUrl}/v1`), { prefix: '/v1' });
  return app;
}

/** What arrives on connections that were open already. New ones find nobody listening. */
function refuseWhileDraining(app: FastifyInstance, state: { draining: boolean }): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!state.draining || request.routeOptions.config.operation === 'readyz') return done();
    reply.header('connection', 'close');
    done(new DomainError('service_unavailable', 'The service is being stopped. Try again.'));
  });
  // What was under way is answered on a connection that must not wait for another request.
  app.addHook('onSend', async (_request, reply) => {
    if (state.draining) reply.header('connection', 'close');
  });
}

/** A request that never became one: answered by hand, in the same envelope. */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: { writable: boolean; write(text: string): void; destroy(error?: Error): void },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const found =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? errorResponse('headers_too_large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? errorResponse('request_timeout')
        : errorResponse('invalid_request', 'This is no valid HTTP request.');
  const requestId = newId('req');
  const body = JSON.stringify(errorEnvelope(found, requestId));
  socket.write(
    `HTTP/1.1 ${found.status} Error\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
  socket.destroy();
}
