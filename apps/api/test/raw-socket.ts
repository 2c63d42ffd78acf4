import { connect } from 'node:net';
import type { Answer } from './api.ts';

/**
 * Sends bytes as they are and reads the one answer, until the server closes the connection.
 * @param url of the server
 * @param text an HTTP request, or what a careless client takes for one
 * @throws Error when there is no whole answer within `withinMs`
 */
export async function answerOnSocket(
  url: string,
  text: string,
  withinMs = 12_000,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const { hostname, port } = new URL(url);
  const received = await new Promise<string>((resolve, reject) => {
    let all = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    const late = setTimeout(
      () => socket.destroy(new Error(`no answer within ${withinMs} ms`)),
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
