import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

interface TlsProxy {
  readonly port: number;
  /** PEM of the certificate, which is its own authority. */
  readonly certificate: string;
  stop(): Promise<void>;
}

/** The local server of each public host name, and how its paths differ. */
type Upstreams = Readonly<
  Record<string, { readonly port: number; readonly rewrite?: (path: string) => string }>
>;

/** Terminates TLS for all host names, as the load balancer of an installation does. */
export async function startTlsProxy(upstreams: Upstreams): Promise<TlsProxy> {
  const names = Object.keys(upstreams);
  const pem = await generate([{ name: 'commonName', value: 'Parley test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    ],
  });
  const server = createServer({ key: pem.private, cert: pem.cert }, (incoming, outgoing) => {
    const upstream = upstreams[incoming.headers.host ?? ''];
    if (!upstream) {
      outgoing.writeHead(421).end();
      return;
    }
    const path = incoming.url ?? '/';
    const forwarded: ClientRequest = request({
      host: '127.0.0.1',
      port: upstream.port,
      method: incoming.method ?? 'GET',
      path: upstream.rewrite?.(path) ?? path,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': incoming.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      },
    });
    forwarded.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    });
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    certificate: pem.cert,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
