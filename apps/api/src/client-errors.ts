import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@parley/operations';
import { type ErrorResponse, errorEnvelope, errorResponse } from '@parley/router';
import type { FastifyInstance } from 'fastify';
import { ALLOWED_METHODS, sendError, unknownMethodResponse } from './errors.ts';
import { formatHelpLink } from './help-link.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type ClientError = Error & { readonly code?: string };

/** The latest request of each connection with its response. */
const latest = new WeakMap<Socket, Exchange>();

/** Records the latest request of each connection for `closeWithError`. */
export function trackExchanges(server: Server): void {
  server.on('request', (request, response) => latest.set(request.socket, { request, response }));
}

/** Closes a connection whose input Node.js could not read. */
export function sendClientError(error: ClientError, socket: Socket, docsUrl: string | null): void {
  if (error.code === 'ECONNRESET') socket.destroy();
  else closeWithError(socket, clientErrorResponse(error), docsUrl);
}

/**
 * Sends the error envelope where Node.js would send a status without a body, or nothing: to a request of HTTP/1.1
 * without a host, with an unknown expectation, or with the method CONNECT. The server must not require a host itself.
 */
export function rejectUnservedHttp(app: FastifyInstance): void {
  const unexpected = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request, response) => {
    unexpected.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const hasHost = raw.headers.host !== undefined || raw.httpVersion !== '1.1';
    if (hasHost && !unexpected.has(raw)) return done();
    const message = hasHost ? 'expect must be 100-continue.' : 'The header host is required.';
    reply.header('connection', 'close');
    sendError(reply, request, errorResponse('invalid_request', message));
  });
  // Node.js has removed its own listeners from this socket, also that for errors.
  app.server.on('connect', ({ method = '' }: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    const response = unknownMethodResponse(method);
    closeWithError(socket, response, app.docsUrl, `allow: ${ALLOWED_METHODS}\r\n`);
  });
}

/**
 * Closes a connection, with the error envelope unless that would be the second response to a request: the
 * error may be in the body of a request that has its response, or follow a request that is still waiting
 * for its own.
 * @param fields further header lines, each with its line break
 */
function closeWithError(
  socket: Socket,
  error: ErrorResponse,
  docsUrl: string | null,
  fields = '',
): void {
  const exchange = latest.get(socket);
  if (exchange && isResponding(exchange)) {
    const { response } = exchange;
    if (response.writableFinished) socket.destroySoon();
    else response.once('finish', () => socket.destroySoon());
    return;
  }
  if (socket.writable) socket.write(rawResponse(error, docsUrl, fields));
  socket.destroy();
}

function isResponding({ request, response }: Exchange): boolean {
  return request.complete ? !response.writableFinished : response.headersSent;
}

function clientErrorResponse({ code }: ClientError): ErrorResponse {
  if (code === 'HPE_HEADER_OVERFLOW') return errorResponse('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errorResponse('request_timeout');
  return errorResponse('invalid_request', 'The request is not valid HTTP.');
}

function rawResponse(error: ErrorResponse, docsUrl: string | null, fields: string): string {
  const requestId = newId('req');
  const link = docsUrl === null ? '' : `link: ${formatHelpLink(docsUrl, error.code)}\r\n`;
  const body = JSON.stringify(errorEnvelope(error, requestId));
  return (
    `HTTP/1.1 ${error.status} Error\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
    `${link}${fields}connection: close\r\n\r\n${body}`
  );
}
