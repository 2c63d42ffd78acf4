import { join } from 'node:path';
import {
  createMerchantDatabase,
  type MerchantDatabase,
  randomAccount,
} from '@parley/bench-shared/merchant-database';
import {
  productionSettings,
  type ServerProcess,
  startProcess,
} from '@parley/bench-shared/start-process';
import { reservePort } from '@parley/testing';
import pg from 'pg';

/** Database connections of each process, of the product's and of the reference's. */
export const POOL_SIZE = 10;

/** The API on a database of its own. */
export interface Product {
  readonly merchant: MerchantDatabase;
  readonly apis: readonly ServerProcess[];
  stop(): Promise<void>;
}

export interface ProductOptions {
  readonly adminUrl: string;
  /** The name of the new database. */
  readonly name: string;
  /** Number of API processes; 1 by default. */
  readonly processes?: number;
  /** A folder for logs. */
  readonly folder: string;
  /** Options of Node.js for the API. */
  readonly nodeOptions?: readonly string[];
  /** Origin of the provider; an address without a server by default. */
  readonly providerUrl?: string;
  /** Port of the first API process; a free one by default. */
  readonly port?: number;
}

/**
 * The limits that a load from one address and with one key reaches first. All other settings are
 * those of production.
 */
const withoutClientLimits = {
  API_RATE_LIMIT_PER_KEY: '1000000',
  API_RATE_LIMIT_PER_KEY_BURST: '1000000',
  API_PROVIDER_EVENTS_PER_SECOND: '1000000',
  API_PROVIDER_EVENTS_BURST: '1000000',
  API_PROVIDER_EVENT_KIB_PER_SECOND: '1000000',
  API_PROVIDER_EVENT_KIB_BURST: '1000000',
  API_RATE_LIMIT_PER_ADDRESS: '1000000',
  API_RATE_LIMIT_PER_ADDRESS_BURST: '1000000',
  API_MAX_CONNECTIONS_PER_ADDRESS: '5000',
  API_MAX_UPLOADS_PER_ADDRESS: '1000',
  API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS: '200',
  // A closed loop measures the capacity. `npm run bench:overload` measures what is refused beyond it.
  REQUEST_QUEUE_MS: '60000',
};

/** What every process of the product needs. */
export const sharedEnvironment = ({ url, encryptionKeys }: MerchantDatabase) => ({
  ...productionSettings,
  DATABASE_URL: url,
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  PARLEY_ENCRYPTION_KEYS: encryptionKeys,
});

/** Runs statements of the superuser. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URL of another database of the same server. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database with a merchant and starts the API on it. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { adminUrl, name, processes = 1 } = options;
  await runSql(adminUrl, `CREATE DATABASE ${name}`);
  const account = randomAccount(options.providerUrl ?? 'http://127.0.0.1:9');
  const merchant = await createMerchantDatabase(databaseUrl(adminUrl, name), account);
  return startApis(merchant, Array(processes).fill(merchant.url), options);
}

/**
 * Starts API processes.
 * @param urls the database of each process
 */
export async function startApis(
  merchant: MerchantDatabase,
  urls: readonly string[],
  options: Pick<ProductOptions, 'name' | 'folder' | 'nodeOptions' | 'port'>,
): Promise<Product> {
  const { name, folder, nodeOptions = [] } = options;
  const apis: ServerProcess[] = [];
  const stop = async () => {
    await Promise.all(apis.map((api) => api.stop()));
    await merchant.database.close();
  };
  try {
    for (const [i, url] of urls.entries()) {
      const port = (i === 0 ? options.port : undefined) ?? (await reservePort());
      const api = await startProcess({
        script: 'apps/api/src/main.ts',
        port,
        env: {
          ...sharedEnvironment({ ...merchant, url }),
          ...withoutClientLimits,
          API_PORT: String(port),
        },
        logFile: join(folder, `${name}-api-${i}.log`),
        nodeOptions,
      });
      apis.push(api);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { merchant, apis, stop };
}
