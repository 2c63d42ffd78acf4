import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends one request at a time. */
export interface HttpConnection {
  /** Writes a request. @param onEnd receives the status, or null without a complete response */
  send(request: Buffer, onEnd: (status: number | null) => void): void;
  close(): void;
}

const END_OF_HEADERS = '\r\n\r\n';

/**
 * Opens a connection that reads no more of a response than its status and length. A client library
 * costs several times as much processor time, which the server would lack on the same machine.
 */
export async function openHttpConnection(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url);
  let pending: ((status: number | null) => void) | null = null;
  let socket: Socket;
  let received: string;
  const end = (status: number | null) => {
    const onEnd = pending;
    pending = null;
    received = '';
    onEnd?.(status);
  };
  function open(): Socket {
    received = '';
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    opened.setEncoding('latin1');
    opened.on('data', (text: string) => {
      received += text;
      if (isComplete(received)) end(Number(received.slice(9, 12)));
    });
    opened.on('error', () => {});
    opened.on('close', () => {
      if (opened === socket) end(null);
    });
    return opened;
  }
  socket = open();
  await once(socket, 'connect');
  return {
    send(request, onEnd) {
      if (socket.destroyed || socket.readableEnded) socket = open();
      pending = onEnd;
      socket.write(request);
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

/** The bytes of a POST request with a JSON body. */
export function postRequest(url: string, path: string, secretKey: string, body: object): Buffer {
  const json = JSON.stringify(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${secretKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}
