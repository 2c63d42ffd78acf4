import type { Database } from '@parley/db';
import { type Deps, newId, type ReadNotice } from '@parley/operations';
import { answer, errorEnvelope } from '@parley/router';
import fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { answerErrors, frameworkAnswer, sendError } from './errors.ts';
import { mountHealth } from './health.ts';
import { takeRawBodies } from './json-body.ts';
import { mountProviderEvents } from './provider-events.ts';
import { logRequests } from './request-log.ts';
import { mountRest } from './rest.ts';
import { mountTypedRpc } from './typed-rpc.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route does, for the log. */
    operation?: string;
  }
}

const MAX_BODY_BYTES = 256 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;

export interface ServerOptions {
  readonly deps: Deps & { readonly readNotice: ReadNotice };
  readonly database: Database;
  readonly logger: Logger;
  /** Origin of this server as others reach it. */
  readonly apiUrl: string;
  readonly state: { draining: boolean };
}

/** The REST surface, typed RPC, the provider's door and the health checks, not yet listening. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { deps, logger } = options;
  const app = fastify({
    logger: false,
    genReqId: () => newId('req'),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => {
      sendError(reply, request, frameworkAnswer(error) ?? answer('invalid_request'));
    },
    clientErrorHandler: answerBrokenRequest,
  });
  logRequests(app, logger);
  answerErrors(app, logger);
  takeRawBodies(app);
  mountHealth(app, options.database, options.state);
  mountProviderEvents(app, deps);
  mountTypedRpc(app, deps);
  app.register(async (v1) => mountRest(v1, deps, `${options.apiUrl}/v1`), { prefix: '/v1' });
  return app;
}

/** A request that never became one: answered by hand, in the same envelope. */
function answerBrokenRequest(
  error: Error & { code?: string },
  socket: { writable: boolean; write(text: string): void; destroy(error?: Error): void },
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const found =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? answer('headers_too_large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? answer('request_timeout')
        : answer('invalid_request', 'This is no valid HTTP request.');
  const requestId = newId('req');
  const body = JSON.stringify(errorEnvelope(found, requestId));
  socket.write(
    `HTTP/1.1 ${found.status} Error\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  );
  socket.destroy();
}
