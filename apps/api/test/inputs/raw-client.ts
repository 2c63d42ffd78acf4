import { Agent, request } from 'node:http';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly ms: number;
}

export interface RawRequest {
  readonly method: string;
  /** With its query, sent as it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** A client that sends requests unchanged over keep-alive connections. */
export function rawClient(origin: string, connections: number) {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function once({ method, path, headers, body }: RawRequest): Promise<RawResponse> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const chunked = headers['transfer-encoding'] !== undefined;
      const length = body === undefined || chunked ? {} : { 'content-length': String(body.length) };
      const sent = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length } },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string | undefined>,
              text: Buffer.concat(parts).toString(),
              ms: performance.now() - began,
            }),
          );
        },
      );
      sent.on('error', reject);
      if (headers.expect === undefined) sent.end(body);
      else sent.once('continue', () => sent.end(body)).flushHeaders();
    });
  }

  return {
    /** Retries once on a new connection, because the server may close an idle one at any time. */
    send: (what: RawRequest) =>
      once(what).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
        return once({ ...what, headers: { ...what.headers, connection: 'close' } });
      }),
    close: () => agent.destroy(),
  };
}
