import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The client closed the connection before it received the response. nginx logs the same status. */
const CLIENT_CLOSED_REQUEST = 499;

/** Parser errors that mean that the client closed the connection. */
const closedByClient: ReadonlySet<string | undefined> = new Set([
  'ECONNRESET',
  'EPIPE',
  'HPE_INVALID_EOF_STATE',
]);

/**
 * Calls `end` once for every request, when its connection has taken the response or has closed.
 * Fastify's onResponse hook does not run for a connection that closes early.
 * @param end receives the status that was sent, or 499 if the client did not wait for it
 */
export function onRequestEnd(
  app: FastifyInstance,
  end: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  /** The status of connections that were closed because of what arrived on them, or did not. */
  const statuses = new WeakMap<object, number>();
  app.server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') statuses.set(socket, 408);
    else if (!closedByClient.has(code)) statuses.set(socket, 400);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    reply.raw.once('close', () => {
      const aborted = statuses.get(socket) ?? CLIENT_CLOSED_REQUEST;
      end(request, reply, reply.raw.writableFinished ? reply.statusCode : aborted);
    });
    done();
  });
}
