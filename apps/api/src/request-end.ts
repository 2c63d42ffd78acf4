import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The client closed the connection before it received the response. nginx logs the same status. */
const CLIENT_CLOSED_REQUEST = 499;

/** Parser errors that mean that the client closed the connection. */
const closedByClient: ReadonlySet<string | undefined> = new Set([
  'ECONNRESET',
  'EPIPE',
  'HPE_INVALID_EOF_STATE',
]);

/** How a request ended. */
interface RequestOutcome {
  /** The status that was sent, or 499 if the client did not wait for it. */
  readonly status: number;
  /** From the end of the request's headers. Fastify measures it only for a logger of its own. */
  readonly durationMs: number;
}

type RequestEnd = (request: FastifyRequest, outcome: RequestOutcome) => void;

const endsByApp = new WeakMap<FastifyInstance, RequestEnd[]>();

/**
 * Calls `end` once for every request, when its connection has taken the response or has closed.
 * Fastify's onResponse hook does not run for a connection that closes early.
 */
export function onRequestEnd(app: FastifyInstance, end: RequestEnd): void {
  const ends = endsByApp.get(app) ?? observeRequestEnds(app);
  endsByApp.set(app, ends);
  ends.push(end);
}

/** Listens once per request for all functions in the list that it returns. */
function observeRequestEnds(app: FastifyInstance): RequestEnd[] {
  const ends: RequestEnd[] = [];
  /** The status of connections that were closed because of what arrived on them, or did not. */
  const statuses = new WeakMap<object, number>();
  app.server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') statuses.set(socket, 408);
    else if (!closedByClient.has(code)) statuses.set(socket, 400);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const startedAt = performance.now();
    reply.raw.once('close', () => {
      const aborted = statuses.get(socket) ?? CLIENT_CLOSED_REQUEST;
      const status = reply.raw.writableFinished ? reply.statusCode : aborted;
      const outcome = { status, durationMs: performance.now() - startedAt };
      for (const end of ends) end(request, outcome);
    });
    done();
  });
  return ends;
}
