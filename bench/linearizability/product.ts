import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/db';
import { Pool } from 'undici';
import {
  addBenchmarkMerchant,
  type BenchmarkMerchant,
  createMerchantDatabase,
} from '../harness/merchant-database.ts';
import { startEmptyProvider } from '../harness/start-empty-provider.ts';
import { startApi } from '../harness/start-process.ts';

/** A request of the REST API, with the key of its merchant. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below /v1. */
  readonly path: string;
  readonly body?: object;
}

export interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each kind reads the fields of its own responses
  readonly body: any;
}

/** A client waits this long for a response. */
const TIMEOUT_MS = 60_000;
const CONNECTIONS = 16;
const PREPARE_TRIES = 20;
const PREPARE_WAIT_MS = 500;

/** How a request is sent. */
interface SendOptions {
  /** The number of the process; the first by default. */
  readonly process?: number;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Two API processes on one database. */
export interface Product {
  readonly database: Database;
  readonly processes: number;
  addMerchant(): Promise<BenchmarkMerchant>;
  /** @throws Error when no response arrives */
  send(secretKey: string, request: ApiRequest, options?: SendOptions): Promise<ApiResponse>;
  /**
   * Sends a request before a history begins, again while the API is overloaded. Returns the body.
   * @throws Error when it is refused
   */
  prepare(secretKey: string, request: ApiRequest): Promise<ApiResponse['body']>;
}

interface Place {
  /** A folder for logs. */
  readonly folder: string;
  /** Registers something to stop at the end. */
  use<Stoppable extends { stop(): unknown }>(started: Stoppable): Stoppable;
}

/**
 * Starts two API processes with the settings of production.
 * @param databaseUrl an empty or migrated database
 */
export async function startProduct(databaseUrl: string, { folder, use }: Place): Promise<Product> {
  const provider = use(await startEmptyProvider());
  const merchant = await createMerchantDatabase(databaseUrl, provider.url);
  const { database, account } = merchant;
  use({ stop: () => database.close() });
  // A busy machine is not an overload.
  const env = { REQUEST_QUEUE_MS: '60000' };
  const servers = [
    use(await startApi(merchant, { folder, env })),
    use(await startApi(merchant, { folder, env })),
  ];
  const pools = servers.map(({ url }) => new Pool(url, { connections: CONNECTIONS }));
  use({ stop: () => Promise.all(pools.map((pool) => pool.destroy())) });
  const product: Product = {
    database,
    processes: pools.length,
    addMerchant: () => addBenchmarkMerchant(database, account),
    async prepare(secretKey, request) {
      const options = request.method === 'GET' ? {} : { idempotencyKey: randomUUID() };
      for (let tries = 1; ; tries++) {
        const { status, body } = await product.send(secretKey, request, options);
        if (status === 200) return body;
        if (status < 500 || tries === PREPARE_TRIES)
          throw new Error(`${request.path} responded ${status} ${JSON.stringify(body)}`);
        await delay(PREPARE_WAIT_MS);
      }
    },
    async send(secretKey, { method, path, body }, sendOptions = {}) {
      const { process = 0, idempotencyKey, signal } = sendOptions;
      const timeout = AbortSignal.timeout(TIMEOUT_MS);
      const pool = pools[process % pools.length] as Pool;
      const response = await pool.request({
        method,
        path: `/v1${path}`,
        headers: {
          authorization: `Bearer ${secretKey}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { status: response.statusCode, body: await response.body.json() };
    },
  };
  return product;
}
