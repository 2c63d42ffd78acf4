import { checkProviderObject } from '@parley/testing/provider-types';
import type { FastifyInstance } from 'fastify';
import { API_VERSION as LATEST } from '../src/config.ts';

/** Compares every response of the API to a secret key with the provider's types. */
export function observeTraffic() {
  const routes = new Set<string>();
  const called = new Set<string>();
  const violations = new Set<string>();
  return {
    addHooks(app: FastifyInstance): void {
      app.addHook('onRoute', ({ method, url }) => {
        const methods = Array.isArray(method) ? method : [method];
        for (const name of methods)
          if (['GET', 'POST', 'DELETE'].includes(name) && url.startsWith('/v1/'))
            routes.add(`${name} ${url}`);
      });
      app.addHook('onSend', async (request, reply, payload) => {
        const { authorization, 'stripe-version': version } = request.headers;
        // A browser gets a part of an object, and an earlier API version has other types.
        const checked = authorization !== undefined && (version ?? LATEST) === LATEST;
        if (checked && request.url.startsWith('/v1/') && typeof payload === 'string') {
          if (reply.statusCode === 200) called.add(`${request.method} ${request.routeOptions.url}`);
          for (const violation of checkProviderObject(JSON.parse(payload)))
            violations.add(violation);
        }
        return payload;
      });
    },
    /** The differences found so far. */
    violations: () => [...violations].sort(),
    /** The operations that have not been called successfully yet. */
    uncalled: () => [...routes].filter((route) => !called.has(route)).sort(),
  };
}
