import { type Database, openDatabase } from '@parley/db';
import { readEnvironment } from '@parley/runtime/environment';
import { environment } from '../../env.ts';

export const dynamic = 'force-dynamic';

let opened: Database | undefined;

/** One connection of its own: asking is not kept waiting by pages. */
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

/** The process can make pages: its database answers too. */
export async function GET(): Promise<Response> {
  try {
    await database().ping();
    return new Response('ok\n');
  } catch {
    return new Response('The database does not answer.\n', {
      status: 503,
      headers: { 'retry-after': '2' },
    });
  }
}
