import { type Database, openDatabase } from '@parley/db';
import { readEnv } from '../../env.ts';

export const dynamic = 'force-dynamic';

let opened: Database | undefined;

/** One connection of its own: asking is not kept waiting by pages. */
function database(): Database {
  const { DATABASE_URL: url, PARLEY_ENCRYPTION_KEY: encryptionKey } = readEnv(process.env);
  opened ??= openDatabase({ url, encryptionKey, poolSize: 1 });
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
