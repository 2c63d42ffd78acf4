import { appRouter, checkRpcRequest, formatErrorResponse, rpcErrorEnvelope } from '@parley/router';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { logServerError, retryAfterOf } from './errors.ts';
import { jsonBody } from './json-body.ts';
import { factsOf } from './request-facts.ts';
import { requestContext, type Surface } from './rest.ts';

/** Mounts the router as RPC, with the same strict JSON as REST. */
export function mountTypedRpc(app: FastifyInstance, surface: Surface, logger: Logger): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/trpc/*',
    config: { operation: 'trpc' },
    handler: async (request, reply) => {
      reply.header('x-request-id', request.id);
      try {
        const response = await handleRpc(surface, logger, request, reply);
        const text = await response.text();
        factsOf(request).responseBody = text;
        return reply
          .code(response.status)
          .type(response.headers.get('content-type') ?? 'application/json')
          .send(text);
      } catch (error) {
        const failure = describeFailure(request, reply, error);
        logServerError(logger, request, failure, error);
        return reply
          .code(failure.status)
          .type('application/json')
          .send(rpcErrorEnvelope(failure, request.id));
      }
    },
  });
}

/** @throws DomainError or TRPCError for a request that is rejected before any procedure */
function handleRpc(
  surface: Surface,
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  factsOf(request).requestBody = jsonBody(request);
  const req = fetchRequest(request);
  checkRpcRequest(req);
  return fetchRequestHandler({
    endpoint: '/trpc',
    router: appRouter,
    req,
    createContext: () => requestContext(surface, request, reply),
    onError: ({ error, ctx }) => {
      // tRPC formats an error without a context too, but it has no request id then.
      if (!ctx) throw error;
      logServerError(logger, request, formatErrorResponse(error), error.cause ?? error);
    },
    responseMeta: ({ errors: [error] }) => {
      if (error) describeFailure(request, reply, error);
      return {};
    },
  });
}

/** The response to an error, whose code and Retry-After are recorded. */
function describeFailure(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const failure = formatErrorResponse(error);
  factsOf(request).errorCode = failure.code;
  const retryAfter = retryAfterOf(failure);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return failure;
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
