import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { LoadRequest } from './requests.ts';

/** The response to a request, or why there was none. */
type Response = { readonly status: number; readonly text: string } | string;

/** A connection that sends one request at a time. */
export interface HttpConnection {
  send(request: LoadRequest, onEnd: (response: Response) => void): void;
  close(): void;
}

const END_OF_HEADERS = '\r\n\r\n';
const TIMEOUT_MS = 60_000;

/**
 * Opens a connection that reads no more of a response than its status and length. A client library
 * costs several times as much processor time, which the server would lack on the same machine.
 */
export async function createHttpConnection(url: string): Promise<HttpConnection> {
  const { hostname, port, host } = new URL(url);
  let pending: ((response: Response) => void) | null = null;
  let socket: Socket;
  let received: string;
  const end = (response: Response) => {
    const onEnd = pending;
    pending = null;
    received = '';
    onEnd?.(response);
  };
  function open(): Socket {
    received = '';
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    opened.setEncoding('latin1');
    opened.on('data', (text: string) => {
      received += text;
      if (isComplete(received)) end({ status: Number(received.slice(9, 12)), text: received });
    });
    opened.setTimeout(TIMEOUT_MS, () => opened.destroy());
    opened.on('error', () => {});
    opened.on('close', () => {
      if (opened === socket) end('no response');
    });
    return opened;
  }
  socket = open();
  await once(socket, 'connect');
  return {
    send(request, onEnd) {
      if (socket.destroyed || socket.readableEnded) socket = open();
      pending = onEnd;
      socket.write(format(request, host), 'latin1');
    },
    close: () => socket.destroy(),
  };
}

function isComplete(response: string): boolean {
  const headersEnd = response.indexOf(END_OF_HEADERS);
  if (headersEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(response)?.[1];
  return response.length >= headersEnd + END_OF_HEADERS.length + Number(length);
}

/** The bodies of all requests are ASCII. */
function format({ method, path, headers, body }: LoadRequest, host: string): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  if (body !== null) head += `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  return `${head}\r\n${body ?? ''}`;
}
