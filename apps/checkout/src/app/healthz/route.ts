import { dataResponseHeaders } from '@parley/runtime/security-headers';

export const dynamic = 'force-dynamic';

/** Liveness of the process. It does not check the database. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: dataResponseHeaders('') });
}
