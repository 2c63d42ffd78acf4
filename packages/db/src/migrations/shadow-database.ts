import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { onDatabase } from './on-database.ts';

export interface ShadowDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** An empty database beside the given one, for the engine to build in and throw away. */
export async function createShadowDatabase(databaseUrl: string): Promise<ShadowDatabase> {
  const name = `parley_shadow_${randomUUID().replaceAll('-', '')}`;
  const run = (sql: string) => onDatabase(databaseUrl, (client) => client.query(sql));
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

export async function withShadowDatabase<Result>(
  databaseUrl: string,
  work: (url: string, client: Client) => Promise<Result>,
): Promise<Result> {
  const { url, drop } = await createShadowDatabase(databaseUrl);
  try {
    return await onDatabase(url, (client) => work(url, client));
  } finally {
    await drop();
  }
}
