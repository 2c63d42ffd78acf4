import { checkProviderObject } from '@parley/testing/provider-types';
import { Client } from 'pg';

/** Compares all objects and events in the simulator's database with the provider's types. */
export async function providerViolations(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ shown: unknown }>(
      `SELECT data AS shown FROM object
       UNION ALL SELECT body::jsonb || '{"pending_webhooks": 0}' FROM event`,
    );
    return [...new Set(rows.flatMap(({ shown }) => checkProviderObject(shown)))];
  } finally {
    await client.end();
  }
}
