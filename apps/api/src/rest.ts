import type { Deps, RequestFlows } from '@parley/operations';
import { errorResponse, formatErrorResponse, type RequestContext } from '@parley/router';
import { openApiDocument, type RestRoute, restRoutes } from '@parley/router/rest';
import type { Admission } from '@parley/runtime/admission';
import type { Tracing } from '@parley/telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { logServerError, sendError } from './errors.ts';
import { jsonBody } from './json-body.ts';
import type { RateLimits } from './rate-limits.ts';
import { factsOf } from './request-facts.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What REST and RPC requests need. */
export interface Surface {
  readonly deps: Deps;
  /** Null disables rate limits. */
  readonly limits: RateLimits | null;
  /** Null admits every call at once. */
  readonly admission: Admission | null;
  readonly flows: RequestFlows;
  readonly tracing: Tracing | null;
}

/** Mounts every REST operation at the method and path of its OpenAPI meta. */
export function mountRest(
  app: FastifyInstance,
  surface: Surface,
  logger: Logger,
  baseUrl: string,
): void {
  const routes = restRoutes();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: toUrl(route.path),
      config: { operation: route.operation },
      handler: async (request, reply) => {
        try {
          return await handle(surface, route, request, reply);
        } catch (error) {
          // After the response timeout, no error handler runs.
          if (reply.sent) logServerError(logger, request, formatErrorResponse(error), error);
          throw error;
        }
      },
    });
  }
  for (const path of new Set(routes.map((route) => route.path)))
    rejectOtherMethods(app, routes, path);

  // Created at the first request: it would be a third of the processor time of a start.
  let document: ReturnType<typeof openApiDocument> | undefined;
  app.get('/openapi.json', { config: { operation: 'openapi' } }, () => {
    document ??= openApiDocument(baseUrl);
    return document;
  });
}

const toUrl = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

async function handle(
  surface: Surface,
  route: RestRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  reply.header('x-request-id', request.id).header('cache-control', 'no-store');
  const call = () =>
    route.call(requestContext(surface, request, reply), {
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      body: route.method === 'GET' ? undefined : recordedBody(request),
    });
  const { tracing } = surface;
  const result = await (tracing ? tracing.span(route.operation, {}, async () => call()) : call());
  factsOf(request).responseBody = result;
  return reply.type('application/json; charset=utf-8').send(result);
}

/** Parses the body, which the request log also shows. */
function recordedBody(request: FastifyRequest): unknown {
  const body = jsonBody(request);
  factsOf(request).requestBody = body;
  return body;
}

/** The context of the procedures for a request. */
export function requestContext(
  { deps, limits, admission, flows }: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    deps,
    requestId: request.id,
    consumeRateLimit: limits ? (key) => limits.consume(key, request.ip) : undefined,
    admit: admission?.run,
    flows,
    address: request.ip,
    onCaller: ({ kind, merchantId, mode, keyId = null }) => {
      const facts = factsOf(request);
      facts.keyId = keyId;
      facts.keyKind = kind === 'secret_key' ? 'secret' : 'publishable';
      facts.merchantId = merchantId;
      facts.mode = mode;
    },
    authorization: request.headers.authorization,
    idempotencyKey: Array.isArray(idempotencyKey) ? idempotencyKey.join(', ') : idempotencyKey,
    onReplay: () => {
      factsOf(request).replayed = true;
      reply.header('idempotent-replayed', 'true');
    },
  };
}

/** Responds to other methods of an existing path with 405 and the allowed methods. */
function rejectOtherMethods(
  app: FastifyInstance,
  routes: readonly RestRoute[],
  path: string,
): void {
  const allowed: string[] = routes.filter((route) => route.path === path).map((r) => r.method);
  const others = METHODS.filter((method) => !allowed.includes(String(method)));
  app.route({
    method: others,
    url: toUrl(path),
    config: { operation: 'method_not_allowed' },
    onRequest: (request, reply) => {
      reply.header('allow', allowed.join(', '));
      sendError(
        reply,
        request,
        errorResponse(
          'method_not_allowed',
          `${request.method} is not allowed here, only ${allowed.join(', ')}.`,
        ),
      );
    },
    handler: () => {
      throw new Error('onRequest has sent the response');
    },
  });
}
