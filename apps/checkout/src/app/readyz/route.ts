import { isStopping } from '@parley/runtime/delay-stop-signals';
import { dataResponseHeaders } from '@parley/runtime/security-headers';
import { appContext } from '../../app-context.ts';

export const dynamic = 'force-dynamic';

/** Readiness: the database responds and accepts writes, and the process is not shutting down. */
export async function GET(): Promise<Response> {
  if (isStopping()) return respond(503, 'draining');
  return await appContext()
    .deps.database.ping()
    .then(
      () => respond(200, 'ready'),
      () => respond(503, 'database unavailable'),
    );
}

const respond = (status: number, body: string): Response =>
  Response.json({ status: body }, { status, headers: dataResponseHeaders('') });
