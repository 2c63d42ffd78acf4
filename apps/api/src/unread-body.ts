import type { FastifyReply, FastifyRequest } from 'fastify';

export const MAX_BODY_BYTES = 256 * 1024;

/** Whether a body follows the headers of a request. */
export function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Prepares a response that is sent before the body was read. Node.js discards the rest of a short
 * body, so that the client can send and then reads the response. The connection of any other is closed.
 */
export function limitUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  if (!hasBody(request)) return;
  // NaN without a declared length.
  const isShort = Number(request.headers['content-length']) <= MAX_BODY_BYTES;
  if (!isShort) reply.header('connection', 'close');
}
