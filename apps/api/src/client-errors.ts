import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '@parley/operations';
import { errorEnvelope, errorResponse } from '@parley/router';
import { formatHelpLink } from './help-link.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type ClientError = Error & { readonly code?: string };

/** The latest request of each connection with its response. */
const latest = new WeakMap<Socket, Exchange>();

/** Records the latest request of each connection for `sendClientError`. */
export function trackExchanges(server: Server): void {
  server.on('request', (request, response) => latest.set(request.socket, { request, response }));
}

/**
 * Closes a connection whose input Node.js could not read, with the error envelope unless that would be
 * the second response to a request: the error may be in the body of a request that has its response, or
 * follow a request that is still waiting for its own.
 */
export function sendClientError(error: ClientError, socket: Socket, docsUrl: string | null): void {
  const exchange = latest.get(socket);
  if (exchange && isResponding(exchange)) {
    const { response } = exchange;
    if (response.writableFinished) socket.destroySoon();
    else response.once('finish', () => socket.destroySoon());
    return;
  }
  if (socket.writable && error.code !== 'ECONNRESET') socket.write(rawResponse(error, docsUrl));
  socket.destroy();
}

function isResponding({ request, response }: Exchange): boolean {
  return request.complete ? !response.writableFinished : response.headersSent;
}

function rawResponse({ code }: ClientError, docsUrl: string | null): string {
  const response =
    code === 'HPE_HEADER_OVERFLOW'
      ? errorResponse('headers_too_large')
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? errorResponse('request_timeout')
        : errorResponse('invalid_request', 'The request is not valid HTTP.');
  const requestId = newId('req');
  const link = docsUrl === null ? '' : `link: ${formatHelpLink(docsUrl, response.code)}\r\n`;
  const body = JSON.stringify(errorEnvelope(response, requestId));
  return (
    `HTTP/1.1 ${response.status} Error\r\ncontent-type: application/json; charset=utf-8\r\n` +
    `x-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
    `${link}connection: close\r\n\r\n${body}`
  );
}
