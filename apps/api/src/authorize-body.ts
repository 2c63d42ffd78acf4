import { authorizeBody } from '@parley/router';
import type { RestRoute } from '@parley/router/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext, type Surface } from './request-context.ts';
import { hasBody, limitUnreadBody } from './unread-body.ts';

interface BodyOf {
  /** The operation; undefined if the body decides which one is called. */
  readonly meta?: RestRoute['meta'];
  /** The calls that the request contains. */
  readonly calls: number;
}

/**
 * Authorizes the sender of a body by the headers of the request, and consumes the rate limit of its
 * calls. Does nothing without a body.
 * @throws DomainError of `authorizeBody`
 */
export async function authorizeRequestBody(
  surface: Surface,
  request: FastifyRequest,
  reply: FastifyReply,
  { meta, calls }: BodyOf,
): Promise<void> {
  if (!hasBody(request)) return;
  try {
    await authorizeBody(requestContext(surface, request, reply, calls), meta);
    request.paidCalls = calls;
  } catch (error) {
    limitUnreadBody(request, reply);
    throw error;
  }
}
