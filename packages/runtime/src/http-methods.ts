import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { dataResponseHeaders } from './security-headers.ts';

/** What browsers and clients send. Frameworks fail on TRACE, which no Request of the Fetch API may have. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Whether a method is one that no resource of a service has, such as TRACE. */
export const isUnknownMethod = (method: string | undefined): boolean =>
  !METHODS.includes(method ?? '');

/**
 * For a server whose framework does not expose it: responds 405 to unknown methods, before the framework
 * receives the request.
 * @param origin the public origin of the service
 * @param allowed the methods that its resources have
 */
export function refuseUnknownMethods(origin: string, allowed: readonly string[]): void {
  const headers = { ...dataResponseHeaders(origin), allow: allowed.join(', ') };
  const guarded = new WeakSet<Server>();
  // The event precedes the listeners of the server, also for its first request.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (isUnknownMethod(request.method)) response.writeHead(405, headers).end();
      else for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
