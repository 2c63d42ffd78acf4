import type { Database } from '@parley/db';
import type { FastifyInstance } from 'fastify';

/** Mounts the liveness and readiness checks. A draining process is not ready. */
export function mountHealth(
  app: FastifyInstance,
  database: Database,
  state: { draining: boolean },
): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, () => ({ status: 'ok' }));
  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    if (state.draining) return reply.code(503).send({ status: 'draining' });
    await database.ping();
    return { status: 'ready' };
  });
}
