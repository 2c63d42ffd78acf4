import { DomainError } from '@parley/domain';
import { createRequestFlows, type Deps, newId, type VerifyNotification } from '@parley/operations';
import { errorResponse } from '@parley/router';
import type { Admission } from '@parley/runtime/admission';
import { dataResponseHeaders } from '@parley/runtime/security-headers';
import type { TokenBucketOptions } from '@parley/runtime/token-buckets';
import type { Tracing } from '@parley/telemetry';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { rejectUnservedHttp, sendClientError, trackExchanges } from './client-errors.ts';
import { allowAnyOrigin } from './cross-origin.ts';
import {
  frameworkErrorResponse,
  handleErrors,
  rejectUndecodableQueries,
  rejectUnknownRoutes,
  sendError,
} from './errors.ts';
import { mountEventStream } from './event-stream.ts';
import { type Lifecycle, mountHealth } from './health.ts';
import { decorateWithDocsUrl } from './help-link.ts';
import { acceptRawBodies } from './json-body.ts';
import { type ProviderEventLimits, providerEventLimits } from './limit-provider-events.ts';
import { type MetricsOptions, mountMetrics } from './metrics.ts';
import { defaultDocumentLimit, mountOpenApiDocument } from './openapi-document.ts';
import { rejectOverload } from './overload.ts';
import { defaultOverloadLimits, type OverloadLimits } from './overload-limits.ts';
import { mountProviderEvents } from './provider-events.ts';
import type { RateLimits } from './rate-limits.ts';
import { recordRequests } from './record-requests.ts';
import { createRefusals } from './refuse-request.ts';
import { decorateWithPaidCalls } from './request-context.ts';
import { decorateWithFacts } from './request-facts.ts';
import { logRequests } from './request-log.ts';
import { createRequestLogBuffer } from './request-log-buffer.ts';
import { boundResponseTime } from './response-timeout.ts';
import { mountRest } from './rest.ts';
import { traceRequests } from './trace-requests.ts';
import { mountTypedRpc } from './typed-rpc.ts';
import { MAX_BODY_BYTES } from './unread-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the operation in logs, metrics and traces. */
    operation?: string;
    /** Whether the body is read before its sender is authenticated. */
    hasUnauthenticatedBody?: boolean;
  }
}

/** Timeout for receiving a request. Including the check interval, the 408 is sent within 10 s. */
const REQUEST_TIMEOUT_MS = 8_000;
/** Interval of the check for late requests. The default of Node.js is 30 seconds. */
const TIMEOUT_CHECK_INTERVAL_MS = 500;
/** How much longer a client may read nothing of its response before its connection is closed. */
const STALLED_CLIENT_MS = 1_000;

/** The addresses of trusted proxies, or a predicate of a hop. The nearest proxy is hop 0. */
type TrustProxy = string[] | ((address: string, hop: number) => boolean);

export interface ServerOptions {
  readonly deps: Deps & { readonly verifyNotification: VerifyNotification };
  readonly logger: Logger;
  /** The public origin of this server. */
  readonly apiUrl: string;
  /** The URL of the documentation, to which error responses link; none by default. */
  readonly docsUrl?: string | null;
  readonly lifecycle: Lifecycle;
  readonly rateLimits?: RateLimits;
  /** Decides when the work of a request begins; every request begins at once by default. */
  readonly admission?: Admission;
  /** Replaces some of the default limits. */
  readonly overload?: Partial<OverloadLimits>;
  /** Replaces some of the default limits. */
  readonly providerEventLimits?: Partial<ProviderEventLimits>;
  /** Requests for the OpenAPI document from one address. */
  readonly documentLimit?: TokenBucketOptions;
  /** Timeout for receiving a request in milliseconds; 8,000 by default. */
  readonly requestTimeoutMs?: number;
  /**
   * Milliseconds from the end of a request's body to its response. It must exceed the sum of all
   * timeouts of the database and the provider that one request may reach.
   */
  readonly responseTimeoutMs: number;
  readonly metrics?: MetricsOptions;
  /** Whether requests of API keys are stored in the request log; false by default. */
  readonly requestLog?: boolean;
  readonly tracing?: Tracing;
  /** The proxies whose X-Forwarded-For header is trusted; none by default. */
  readonly trustProxy?: TrustProxy;
}

/** Creates the server with REST, RPC, provider events and health checks. It does not listen yet. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { deps, logger } = options;
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, responseTimeoutMs, docsUrl = null } = options;
  const headers = dataResponseHeaders(options.apiUrl);
  const app = fastify({
    logger: false,
    genReqId: () => newId('req'),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: requestTimeoutMs,
    // Fastify sets only requestTimeout. Node's headersTimeout is longer and would take precedence.
    http: {
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      // rejectUnservedHttp requires it, with the error envelope.
      requireHostHeader: false,
    },
    // It starts again with every byte that the client reads.
    connectionTimeout: responseTimeoutMs + STALLED_CLIENT_MS,
    trustProxy: options.trustProxy ?? false,
    // rejectWhileDraining sends the error envelope instead.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // A path that cannot be decoded does not reach a route.
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      sendError(reply, request, frameworkErrorResponse(error) ?? errorResponse('invalid_request'));
    },
    clientErrorHandler: (error, socket) => sendClientError(error, socket, docsUrl),
  });
  trackExchanges(app.server);
  decorateWithDocsUrl(app, docsUrl);
  decorateWithFacts(app);
  decorateWithPaidCalls(app);
  const { admission, lifecycle } = options;
  const flows = createRequestFlows();
  const refusals = createRefusals(app, logger, { lifecycle, headers });
  const limits = { ...defaultOverloadLimits, ...options.overload };
  // First, so that a refusal costs nothing else.
  const { inFlight } = rejectOverload(app, { limits, admission, flows, refuse: refusals.refuse });
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  allowAnyOrigin(app);
  logRequests(app, logger);
  handleErrors(app, logger);
  if (options.tracing) traceRequests(app, options.tracing);
  rejectWhileDraining(app, lifecycle);
  rejectUnservedHttp(app);
  rejectUnknownRoutes(app);
  boundResponseTime(app, logger, responseTimeoutMs);
  const requestLog = options.requestLog ? createRequestLogBuffer(deps.database, logger) : undefined;
  if (requestLog) recordRequests(app, requestLog, () => admission?.isOverloaded() ?? false);
  if (options.metrics) {
    const { count: refused } = refusals;
    mountMetrics(app, options.metrics, { inFlight, admission, refused, requestLog });
  }
  acceptRawBodies(app);
  mountHealth(app, deps.database, lifecycle);
  const surface = {
    deps,
    limits: options.rateLimits ?? null,
    admission: admission ?? null,
    flows,
    tracing: options.tracing ?? null,
  };
  mountProviderEvents(app, {
    deps,
    admission: surface.admission,
    flows,
    limits: { ...providerEventLimits(), ...options.providerEventLimits },
  });
  mountTypedRpc(app, surface, logger);
  const { documentLimit = defaultDocumentLimit } = options;
  app.register(
    async (v1) => {
      rejectUndecodableQueries(v1);
      mountRest(v1, surface, logger);
      mountEventStream(v1, surface, { logger, maxStreams: limits.maxEventStreams });
      mountOpenApiDocument(v1, `${options.apiUrl}/v1`, documentLimit);
    },
    { prefix: '/v1' },
  );
  return app;
}

/**
 * Rejects requests on open connections while the process drains. New connections are refused then.
 * Every response closes its connection from the beginning of the shutdown.
 */
function rejectWhileDraining(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (lifecycle.phase !== 'draining' || request.routeOptions.config.operation === 'readyz')
      return done();
    reply.header('connection', 'close');
    done(new DomainError('service_unavailable', 'The service is shutting down. Try again.'));
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.phase !== 'serving') reply.header('connection', 'close');
    done();
  });
}
