import { type Database, openDatabase } from '@parley/db';
import { readEnvironment } from '@parley/environment';
import { isStopping } from '@parley/runtime/delay-stop-signals';
import { environment } from '#env.ts';

export const dynamic = 'force-dynamic';

let opened: Database | undefined;

/** A connection of its own, so that the check does not wait for those of the pages. */
function database(): Database {
  if (opened) return opened;
  const env = readEnvironment(environment, process.env);
  opened = openDatabase({
    url: env.DATABASE_URL,
    encryptionKeys: env.PARLEY_ENCRYPTION_KEYS,
    poolSize: 1,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
  });
  return opened;
}

/** Readiness: the process can render pages, because its database responds and accepts writes, and it is not shutting down. */
export async function GET(): Promise<Response> {
  if (isStopping()) return new Response('The process is shutting down.\n', { status: 503 });
  try {
    await database().ping();
    return new Response('ok\n');
  } catch {
    return new Response('The database is unavailable.\n', {
      status: 503,
      headers: { 'retry-after': '2' },
    });
  }
}
