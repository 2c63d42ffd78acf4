import type { IncomingHttpHeaders } from 'node:http';
import { startServer } from '@parley/testing';

/** The host's next response: a status and a body, or none at all. */
export type FakeResponse =
  | {
      readonly status: number;
      readonly body: object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: number; readonly text: string }
  | 'hang up'
  | 'silence';

interface Seen {
  readonly method: string | undefined;
  /** Decoded, with the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: Record<string, string>;
}

/** An HTTP server that replaces the provider in tests and sends the given responses in order. */
export async function startFakeHost() {
  const responses: FakeResponse[] = [];
  const requests: Seen[] = [];
  const { url, stop } = await startServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    requests.push({
      method: request.method,
      path: decodeURIComponent(request.url ?? ''),
      headers: request.headers,
      form: Object.fromEntries(new URLSearchParams(text)),
    });
    const next = responses.shift();
    if (next === 'hang up') {
      response.destroy();
      return;
    }
    if (next === 'silence') return;
    const { status, ...content } = next ?? { status: 418, body: { error: {} } };
    const headers = 'text' in content ? {} : content.headers;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end('text' in content ? content.text : JSON.stringify(content.body));
  });
  return {
    url,
    requests,
    respondWith: (...more: FakeResponse[]) => void responses.push(...more),
    forget: () => {
      responses.length = 0;
      requests.length = 0;
    },
    stop,
  };
}
