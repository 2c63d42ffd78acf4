export const dynamic = 'force-dynamic';

/** The process answers; whether the database does is seen on the page itself. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
