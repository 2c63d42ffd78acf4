import { errorResponse, formatErrorResponse } from '@parley/router';
import { type RestRoute, restRoutes } from '@parley/router/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Logger } from 'pino';
import { authorizeRequestBody } from './authorize-body.ts';
import { isForAnyOrigin, mountPreflight } from './cross-origin.ts';
import { logServerError, sendError } from './errors.ts';
import { jsonBody } from './json-body.ts';
import { requestContext, type Surface } from './request-context.ts';
import { getFacts } from './request-facts.ts';
import { limitUnreadBody } from './unread-body.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Mounts every REST operation at the method and path of its OpenAPI meta. */
export function mountRest(app: FastifyInstance, surface: Surface, logger: Logger): void {
  const routes = restRoutes();
  for (const route of routes) {
    app.route({
      method: route.method,
      url: toUrl(route.path),
      config: { operation: route.operation, anyOrigin: isForAnyOrigin(route) },
      ...(route.method !== 'GET' && {
        onRequest: (request, reply) =>
          authorizeRequestBody(surface, request, reply, { meta: route.meta, calls: 1 }),
      }),
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
      parseBody: () => recordedBody(request),
    });
  const { tracing } = surface;
  const result = await (tracing ? tracing.span(route.operation, {}, async () => call()) : call());
  getFacts(request).responseBody = result;
  return reply.type('application/json; charset=utf-8').send(result);
}

/** Parses the body, which the request log also shows. */
function recordedBody(request: FastifyRequest): unknown {
  const body = jsonBody(request);
  getFacts(request).requestBody = body;
  return body;
}

/** Responds to other methods of an existing path with 405 and the allowed methods. */
function rejectOtherMethods(
  app: FastifyInstance,
  routes: readonly RestRoute[],
  path: string,
): void {
  const ofPath = routes.filter((route) => route.path === path);
  const allowed: string[] = ofPath.map(({ method }) => method);
  if (ofPath.some(isForAnyOrigin)) {
    allowed.push('OPTIONS');
    mountPreflight(app, toUrl(path));
  }
  const others = METHODS.filter((method) => !allowed.includes(String(method)));
  app.route({
    method: others,
    url: toUrl(path),
    config: { operation: 'method_not_allowed' },
    onRequest: (request, reply) => {
      limitUnreadBody(request, reply);
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
