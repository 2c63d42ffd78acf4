import { connect } from 'node:net';
import type { ApiResponse } from './api.ts';

/**
 * Sends bytes unchanged and reads the response until the server closes the connection.
 * @param url of the server
 * @param text an HTTP request, possibly malformed
 * @throws Error if there is no complete response within `withinMs`
 */
export async function sendOnSocket(
  url: string,
  text: string,
  withinMs = 12_000,
): Promise<Pick<ApiResponse, 'status' | 'body'>> {
  const { hostname, port } = new URL(url);
  const received = await new Promise<string>((resolve, reject) => {
    let all = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    const late = setTimeout(
      () => socket.destroy(new Error(`no response within ${withinMs} ms`)),
      withinMs,
    );
    socket.on('data', (chunk) => {
      all += chunk;
    });
    socket.on('close', () => {
      clearTimeout(late);
      resolve(all);
    });
    // The server may close before it has read everything.
    socket.on('error', (error) => all === '' && reject(error));
  });
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
}

/** Opens a connection that the test writes to, and collects what arrives on it. */
export function openSocket(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  socket.on('error', () => {});
  return { socket, received: () => received };
}
