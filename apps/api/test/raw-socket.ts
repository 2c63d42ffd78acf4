import { connect } from 'node:net';
import type { ApiResponse } from './api.ts';

/** Sends a request unchanged and returns its response. The server must close the connection. */
export async function sendOnSocket(
  url: string,
  text: string,
  withinMs?: number,
): Promise<Pick<ApiResponse, 'status' | 'headers' | 'body'>> {
  const [head = '', body = ''] = (await receiveOnSocket(url, text, withinMs)).split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(': ', 2) as [string, string]));
  return { status: Number(line.split(' ')[1]), headers, body: JSON.parse(body) };
}

/**
 * Sends bytes unchanged and returns what the server sends until it closes the connection.
 * @param url of the server
 * @param text an HTTP request, possibly malformed
 * @throws Error if there is no complete response within `withinMs`
 */
export async function receiveOnSocket(
  url: string,
  text: string,
  withinMs = 12_000,
): Promise<string> {
  const { hostname, port } = new URL(url);
  return await new Promise<string>((resolve, reject) => {
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
