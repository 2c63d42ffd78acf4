import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { type CatalogAdapterOptions, catalogAdapter } from './catalog-adapter.ts';
import { createShadowDatabase } from './shadow-database.ts';

/**
 * Connects the migration engine to the database and to a shadow database. PrismaPg's own shadow
 * database does not work: it ignores the name in a connection string and drops the database before
 * its connections are closed.
 */
export class MigrationAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #databaseUrl: string;
  readonly #options: CatalogAdapterOptions;
  readonly #open = new Map<SqlDriverAdapter, () => Promise<void>>();

  constructor(databaseUrl: string, options: CatalogAdapterOptions) {
    this.#databaseUrl = databaseUrl;
    this.#options = options;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return await this.#connect(this.#databaseUrl, async () => {});
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const { url, drop } = await createShadowDatabase(this.#databaseUrl);
    return await this.#connect(url, drop);
  }

  /** Closes all connections. The engine leaves them open, which would hold its advisory lock. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#open.values()].map((close) => close()));
  }

  async #connect(url: string, onClosed: () => Promise<void>): Promise<SqlDriverAdapter> {
    const adapter = await catalogAdapter(url, this.#options);
    const dispose = adapter.dispose.bind(adapter);
    const close = async () => {
      if (!this.#open.delete(adapter)) return;
      await dispose();
      await onClosed();
    };
    this.#open.set(adapter, close);
    adapter.dispose = close;
    return adapter;
  }
}
