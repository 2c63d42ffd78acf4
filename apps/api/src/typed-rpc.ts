import { appRouter, formatErrorResponse } from '@parley/router';
import { parseStrictJson } from '@parley/router/strict-json';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { retryAfterOf } from './errors.ts';
import { jsonBody } from './json-body.ts';
import { factsOf } from './request-facts.ts';
import { requestContext, type Surface } from './rest.ts';

/** Mounts the router as RPC, with the same strict JSON as REST. */
export function mountTypedRpc(app: FastifyInstance, surface: Surface): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/trpc/*',
    config: { operation: 'trpc' },
    handler: async (request, reply) => {
      requireStrictJson(request);
      const response = await fetchRequestHandler({
        endpoint: '/trpc',
        router: appRouter,
        req: fetchRequest(request),
        createContext: () => requestContext(surface, request, reply),
        responseMeta: ({ errors: [error] }) => {
          if (!error) return {};
          const failure = formatErrorResponse(error);
          factsOf(request).errorCode = failure.code;
          const retryAfter = retryAfterOf(failure);
          if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
          return {};
        },
      });
      return reply
        .code(response.status)
        .header('x-request-id', request.id)
        .header('cache-control', 'no-store')
        .type(response.headers.get('content-type') ?? 'application/json')
        .send(await response.text());
    },
  });
}

/** @throws DomainError unsupported_media_type, invalid_request */
function requireStrictJson(request: FastifyRequest): void {
  jsonBody(request);
  const { input } = request.query as Record<string, unknown>;
  if (typeof input === 'string') parseStrictJson(Buffer.from(input));
}

/** The request in the form that tRPC's fetch adapter reads. */
function fetchRequest({ url, method, body, headers }: FastifyRequest): Request {
  const single = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: single,
    ...(Buffer.isBuffer(body) && body.length > 0 ? { body: Uint8Array.from(body) } : {}),
  });
}
