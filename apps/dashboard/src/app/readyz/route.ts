import { type Database, openDatabase } from '@parley/db';
import { readEnvironment } from '@parley/runtime/environment';
import { isLeaving } from '@parley/runtime/leave-first';
import { environment } from '#env.ts';

export const dynamic = 'force-dynamic';

let opened: Database | undefined;

/** A connection of its own, so that the check does not wait for those of the pages. */
function database(): Database {
  if (opened) return opened;
  const env = readEnvironment(environment, process.env);
  opened = openDatabase({
    url: env.DATABASE_URL,
    encryptionKey: env.PARLEY_ENCRYPTION_KEY,
    poolSize: 1,
  });
  return opened;
}

/** Readiness: the process can render pages, because its database responds and it does not stop. */
export async function GET(): Promise<Response> {
  if (isLeaving()) return new Response('The process stops.\n', { status: 503 });
  try {
    await database().ping();
    return new Response('ok\n');
  } catch {
    return new Response('The database does not respond.\n', {
      status: 503,
      headers: { 'retry-after': '2' },
    });
  }
}
