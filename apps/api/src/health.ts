import type { Database } from '@parley/db';
import type { FastifyInstance } from 'fastify';

/**
 * What the process does with requests. `leaving`: /readyz responds 503, so that load balancers send no
 * more requests, and the process still serves those that arrive. `draining`: it completes the requests
 * in progress and rejects others.
 */
export interface Lifecycle {
  phase: 'serving' | 'leaving' | 'draining';
}

/** Mounts the liveness and readiness checks. Only a serving process is ready. */
export function mountHealth(app: FastifyInstance, database: Database, lifecycle: Lifecycle): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, () => ({ status: 'ok' }));
  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    if (lifecycle.phase !== 'serving') return reply.code(503).send({ status: 'draining' });
    await database.ping();
    return { status: 'ready' };
  });
}
