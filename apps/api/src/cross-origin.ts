import type { RestRoute } from '@parley/router/rest';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the scripts of any page may read the responses. */
    anyOrigin?: boolean;
  }
}

/**
 * Headers of responses that scripts of any origin may read. Without Access-Control-Allow-Credentials no
 * cookie is sent, and a script cannot send the Authorization header: it is for secret keys.
 */
export const anyOriginHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after, link',
};

const preflightHeaders: Readonly<Record<string, string>> = {
  ...anyOriginHeaders,
  'access-control-allow-methods': 'GET',
  // Clients for JSON send it with every request.
  'access-control-allow-headers': 'content-type',
  // The longest time that browsers accept.
  'access-control-max-age': '86400',
};

/** Browsers hold publishable keys, so pages of any origin may call what such a key may call. */
export const isForAnyOrigin = ({ meta }: RestRoute): boolean => meta.publishableKey === true;

/** Adds the headers to every response of the routes that are for any origin, also to errors. */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.anyOrigin) reply.headers(anyOriginHeaders);
    done();
  });
}

/** Responds to preflight requests of a path. */
export function mountPreflight(app: FastifyInstance, url: string): void {
  app.options(url, { config: { operation: 'preflight' } }, (_request, reply) =>
    reply.code(204).headers(preflightHeaders).send(),
  );
}
