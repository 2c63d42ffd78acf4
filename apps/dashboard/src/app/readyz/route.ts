import { runtime } from '../../server/runtime.ts';

export const dynamic = 'force-dynamic';

/** The process can make pages: its database answers too. */
export async function GET(): Promise<Response> {
  try {
    await runtime().database.ping();
    return new Response('ok\n');
  } catch {
    return new Response('The database does not answer.\n', {
      status: 503,
      headers: { 'retry-after': '2' },
    });
  }
}
