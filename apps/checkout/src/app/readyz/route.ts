import { isLeaving } from '@parley/runtime/leave-first';
import { appContext } from '../../app-context.ts';

export const dynamic = 'force-dynamic';

/** Readiness: the database responds and the process does not stop. */
export async function GET(): Promise<Response> {
  if (isLeaving()) return respond(503, 'draining');
  return await appContext()
    .deps.database.ping()
    .then(
      () => respond(200, 'ready'),
      () => respond(503, 'database unavailable'),
    );
}

const respond = (status: number, body: string): Response =>
  Response.json({ status: body }, { status, headers: { 'cache-control': 'no-store' } });
