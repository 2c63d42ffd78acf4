import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { catalogueAdapter } from './catalogue-adapter.ts';
import { createShadowDatabase } from './shadow-database.ts';

/**
 * PrismaPg's own shadow database does not work: under a connection string its name is ignored,
 * and it is dropped before its connections are closed.
 */
export class MigrationAdapter implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #databaseUrl: string;
  readonly #open = new Map<SqlDriverAdapter, () => Promise<void>>();

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return await this.#connect(this.#databaseUrl, async () => {});
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const { url, drop } = await createShadowDatabase(this.#databaseUrl);
    return await this.#connect(url, drop);
  }

  /** The engine leaves connections open, and with them the lock it took: whoever made it closes them. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#open.values()].map((close) => close()));
  }

  async #connect(url: string, afterwards: () => Promise<void>): Promise<SqlDriverAdapter> {
    const adapter = await catalogueAdapter(url);
    const end = adapter.dispose.bind(adapter);
    const close = async () => {
      if (!this.#open.delete(adapter)) return;
      await end();
      await afterwards();
    };
    this.#open.set(adapter, close);
    adapter.dispose = close;
    return adapter;
  }
}
