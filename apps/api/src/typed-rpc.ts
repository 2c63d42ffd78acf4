import { appRouter, checkRpcRequest, formatErrorResponse, rpcErrorEnvelope } from '@parley/router';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { authorizeRequestBody } from './authorize-body.ts';
import { getRetryAfter, logServerError } from './errors.ts';
import { addHelpLink } from './help-link.ts';
import { jsonBody } from './json-body.ts';
import { requestContext, type Surface } from './request-context.ts';
import { getFacts } from './request-facts.ts';

/** Mounts the router as RPC, with the same strict JSON as REST. */
export function mountTypedRpc(app: FastifyInstance, surface: Surface, logger: Logger): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/trpc/*',
    config: { operation: 'trpc' },
    onRequest: async (request, reply) => {
      reply.header('x-request-id', request.id);
      if (request.method === 'GET') return;
      try {
        const calls = checkRpcRequest(fetchRequest(request));
        await authorizeRequestBody(surface, request, reply, { calls });
      } catch (error) {
        return sendFailure(logger, request, reply, error);
      }
    },
    handler: async (request, reply) => {
      try {
        const response = await handleRpc(surface, logger, request, reply);
        const text = await response.text();
        getFacts(request).responseBody = text;
        return reply
          .code(response.status)
          .type(response.headers.get('content-type') ?? 'application/json')
          .send(text);
      } catch (error) {
        return sendFailure(logger, request, reply, error);
      }
    },
  });
}

/** Sends the response to an error outside of any procedure. */
function sendFailure(
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const failure = describeFailure(request, reply, error);
  logServerError(logger, request, failure, error);
  return reply
    .code(failure.status)
    .type('application/json')
    .send(rpcErrorEnvelope(failure, request.id));
}

/** @throws DomainError or TRPCError for a request that is rejected before any procedure */
function handleRpc(
  surface: Surface,
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  getFacts(request).requestBody = jsonBody(request);
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

/** The response to an error, whose code and headers are recorded. */
function describeFailure(request: FastifyRequest, reply: FastifyReply, error: unknown) {
  const failure = formatErrorResponse(error);
  getFacts(request).errorCode = failure.code;
  const retryAfter = getRetryAfter(failure);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  addHelpLink(reply, failure.code);
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
