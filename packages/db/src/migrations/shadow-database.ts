import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { withConnection } from './with-connection.ts';

export interface ShadowDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database on the same server. The engine builds the schema there to compare it. */
export async function createShadowDatabase(databaseUrl: string): Promise<ShadowDatabase> {
  const name = `parley_shadow_${randomUUID().replaceAll('-', '')}`;
  const run = (sql: string) => withConnection(databaseUrl, (client) => client.query(sql));
  await run(`CREATE DATABASE "${name}"`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await run(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

/** Runs `work` with a shadow database and drops it afterwards. */
export async function withShadowDatabase<Result>(
  databaseUrl: string,
  work: (url: string, client: Client) => Promise<Result>,
): Promise<Result> {
  const { url, drop } = await createShadowDatabase(databaseUrl);
  try {
    return await withConnection(url, (client) => work(url, client));
  } finally {
    await drop();
  }
}
