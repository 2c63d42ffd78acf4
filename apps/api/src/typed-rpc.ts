import { appRouter, formatErrorResponse } from '@parley/router';
import { parseStrictJson } from '@parley/router/strict-json';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonBody } from './json-body.ts';
import { factsOf } from './request-facts.ts';
import { requestContext, type Surface } from './rest.ts';

/** Mounts the same operations as typed RPC, as strict about JSON as REST is. */
export function mountTypedRpc(app: FastifyInstance, surface: Surface): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/trpc/*',
    config: { operation: 'trpc' },
    handler: async (request, reply) => {
      jsonBody(request);
      strictQuery(request);
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) {
        if (typeof value === 'string') headers.set(name, value);
      }
      reply.header('x-request-id', request.id).header('cache-control', 'no-store');
      const response = await fetchRequestHandler({
        endpoint: '/trpc',
        router: appRouter,
        req: new Request(new URL(request.url, 'http://localhost'), {
          method: request.method,
          headers,
          ...(Buffer.isBuffer(request.body) && request.body.length > 0
            ? { body: Uint8Array.from(request.body) }
            : {}),
        }),
        responseMeta: ({ errors }) => {
          if (!errors[0]) return {};
          const { status, code, retryAfterSeconds } = formatErrorResponse(errors[0]);
          factsOf(request).errorCode = code;
          const retryAfter = retryAfterSeconds ?? (status === 503 ? 1 : undefined);
          return retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } };
        },
        createContext: () => requestContext(surface, request, reply),
      });
      const retryAfter = response.headers.get('retry-after');
      if (retryAfter !== null) reply.header('retry-after', retryAfter);
      return reply
        .code(response.status)
        .type(response.headers.get('content-type') ?? 'application/json')
        .send(await response.text());
    },
  });
}

/** What a query brings as JSON is held to the same. */
function strictQuery(request: FastifyRequest): void {
  const { input } = request.query as Record<string, unknown>;
  if (typeof input === 'string') parseStrictJson(Buffer.from(input));
}
