import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { onDatabase } from './on-database.ts';

function databaseUrlFor(databaseUrl: string, database: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * PrismaPg with a shadow database that works: its own ignores the new name under a connection
 * string and drops the database before it lets go of it.
 */
export class MigrationAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #databaseUrl: string;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return await new PrismaPg(this.#databaseUrl).connect();
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `parley_shadow_${randomUUID().replaceAll('-', '')}`;
    await onDatabase(this.#databaseUrl, (client) => client.query(`CREATE DATABASE "${name}"`));
    const adapter = await new PrismaPg(databaseUrlFor(this.#databaseUrl, name)).connect();
    const close = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await close();
      await onDatabase(this.#databaseUrl, (client) =>
        client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
      );
    };
    return adapter;
  }
}
