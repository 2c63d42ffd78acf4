import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { bundleProgram } from '@parley/config/bundle';
import { applyMigrations } from '@parley/db/migrations';
import { createServerProcess, reservePort, type ServerProcess } from '@parley/testing';
import pg from 'pg';
import { bundlePrograms } from '../harness/bundle-programs.ts';
import { databaseUrl, runSql } from '../harness/database.ts';
import type { Random } from '../harness/random.ts';
import { localSettings } from '../harness/start-process.ts';
import type { Target } from './client.ts';
import { type EventProxy, startEventProxy } from './event-proxy.ts';
import { type FaultProxy, startFaultProxy, watchPosts } from './fault-proxy.ts';
import { addScopes, type Scope } from './merchants.ts';
import { watchCommits } from './postgres-messages.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { type ProductProcess, productProcesses } from './product-processes.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import type { Sabotage } from './sabotage.ts';
import type { Volumes } from './volumes.ts';

/** Modules that every process of the product loads first. */
const clockModule = new URL('./clock-preload.ts', import.meta.url).href;
const sabotageModule = new URL('./sabotage-preload.ts', import.meta.url).href;

/** Everything that runs: the product, PostgreSQL, the provider, the webhook receiver, and the proxies between them. */
export interface Product {
  readonly postgres: PostgresServer;
  /** Connections that pass no proxy, to the database of the product and to that of the simulator. */
  readonly pool: pg.Pool;
  readonly simulatorPool: pg.Pool;
  readonly processes: Readonly<Record<ProductProcess | 'simulator', ServerProcess>>;
  readonly databaseProxies: Readonly<Record<ProductProcess, FaultProxy>>;
  readonly providerProxy: FaultProxy;
  readonly eventProxy: EventProxy;
  readonly receiver: Receiver;
  readonly scopes: readonly Scope[];
  readonly simulatorUrl: string;
  readonly apis: readonly Target[];
  readonly payerTargets: readonly Target[];
  /** The file with the clock offset of a process, in milliseconds. */
  getClockFile(name: ProductProcess): string;
  stop(): Promise<void>;
}

interface ProductOptions {
  readonly volumes: Volumes;
  readonly random: Random;
  readonly sabotage: Sabotage | undefined;
  readonly log: (line: string) => void;
}

const key = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

/** Starts everything. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { volumes, random, sabotage, log } = options;
  const started: { stop(): Promise<unknown> }[] = [];
  const use = <T extends { stop(): Promise<unknown> }>(one: T): T => {
    started.push(one);
    return one;
  };
  const stop = async () => {
    for (const one of started.splice(0).toReversed()) await one.stop();
  };
  try {
    const postgres = await startPostgres({
      folder: volumes.data,
      port: await reservePort(),
      settings: { log_min_messages: 'warning', ...sabotage?.postgresSettings },
    });
    use(postgres);
    await postgres.start();
    await runSql(postgres.adminUrl, 'CREATE DATABASE parley');
    await runSql(postgres.adminUrl, 'CREATE DATABASE simulator');
    const url = databaseUrl(postgres.adminUrl, 'parley');
    await bundlePrograms();
    await bundleProgram(join(import.meta.dirname, 'payer-server.ts'));
    log('PostgreSQL runs; the migrations are being applied');
    await applyMigrations({ databaseUrl: url });
    if (sabotage?.sql) await sabotage.sql((text) => runSql(url, text));

    const receiver = use(await startReceiver());
    const simulatorPort = await reservePort();
    const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
    const providerProxy = use(
      await startFaultProxy({
        target: { host: '127.0.0.1', port: simulatorPort },
        port: await reservePort(),
        createWatcher: watchPosts,
        random: random.fork('provider').next,
      }),
    );
    const keys = {
      test: { secretKey: key('sk_test'), publishableKey: key('pk_test') },
      live: { secretKey: key('sk_live'), publishableKey: key('pk_live') },
    };
    const simulator = use(
      createServerProcess({
        name: 'simulator',
        script: 'apps/sandbox/src/main.ts',
        port: simulatorPort,
        logFile: join(volumes.logs, 'simulator.log'),
        env: {
          LOG_LEVEL: 'warn',
          SANDBOX_PORT: String(simulatorPort),
          SANDBOX_DATABASE_URL: databaseUrl(postgres.adminUrl, 'simulator'),
          SANDBOX_PUBLIC_URL: simulatorUrl,
          SANDBOX_SECRET_KEY: keys.test.secretKey,
          SANDBOX_PUBLISHABLE_KEY: keys.test.publishableKey,
          SANDBOX_LIVE_SECRET_KEY: keys.live.secretKey,
          SANDBOX_LIVE_PUBLISHABLE_KEY: keys.live.publishableKey,
          SANDBOX_SETTLE_DELAY_MS: '3000',
        },
      }),
    );
    await simulator.start();

    const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
    const ports = new Map<string, number>();
    for (const name of productProcesses) ports.set(name, await reservePort());
    const origin = (name: string) => `http://127.0.0.1:${ports.get(name)}`;
    const apiUrls = [origin('api1'), origin('api2')];
    const eventProxy = use(await startEventProxy(apiUrls, random.fork('events')));
    const scopes = await addScopes({
      databaseUrl: url,
      encryptionKeys,
      providerUrl: `http://127.0.0.1:${providerProxy.port}`,
      simulatorUrl,
      eventsUrl: eventProxy.url,
      keys,
    });

    // Without it, the sabotage of commits could lose the tables themselves.
    await runSql(url, 'CHECKPOINT');

    const preloads = [clockModule, ...(sabotage?.patch ? [sabotageModule] : [])];
    const getClockFile = (name: string) => `${volumes.root}/clock-${name}`;
    const databaseProxies: Record<string, FaultProxy> = {};
    const processes: Record<string, ServerProcess> = { simulator };
    for (const name of productProcesses) {
      const proxy = use(
        await startFaultProxy({
          target: { host: '127.0.0.1', port: postgres.port },
          port: await reservePort(),
          createWatcher: watchCommits,
          random: random.fork(`database ${name}`).next,
        }),
      );
      databaseProxies[name] = proxy;
      const proxied = new URL(url);
      proxied.port = String(proxy.port);
      processes[name] = use(
        createServerProcess({
          name,
          port: ports.get(name) ?? 0,
          logFile: join(volumes.logs, `${name}.log`),
          nodeOptions: preloads.flatMap((module) => ['--import', module]),
          script: getScript(name, sabotage),
          env: {
            ...productEnv,
            ...getPort(name, String(ports.get(name))),
            DATABASE_URL: proxied.href,
            PARLEY_ENCRYPTION_KEYS: encryptionKeys,
            PARLEY_CHAOS_CLOCK: getClockFile(name),
            ...(sabotage ? { PARLEY_CHAOS_SABOTAGE: sabotage.name } : {}),
          },
        }),
      );
    }
    log('the processes of the product are being started');
    for (const name of productProcesses) await processes[name]?.start();
    // The invariants join and count whole tables.
    const pool = new pg.Pool({ connectionString: url, max: 3, options: '-c work_mem=64MB' });
    const simulatorPool = new pg.Pool({
      connectionString: databaseUrl(postgres.adminUrl, 'simulator'),
      max: 2,
    });
    // Connections end when PostgreSQL is killed.
    for (const one of [pool, simulatorPool]) one.on('error', () => {});
    use({ stop: () => Promise.all([pool.end(), simulatorPool.end()]) });
    const getTarget = (name: string): Target => ({ name, url: origin(name) });
    return {
      postgres,
      pool,
      simulatorPool,
      processes: processes as Product['processes'],
      databaseProxies: databaseProxies as Product['databaseProxies'],
      providerProxy,
      eventProxy,
      receiver,
      scopes,
      simulatorUrl,
      apis: [getTarget('api1'), getTarget('api2')],
      payerTargets: [getTarget('payer')],
      getClockFile,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const productEnv = {
  ...localSettings,
  LOG_LEVEL: 'info',
  SHUTDOWN_GRACE_MS: '500',
  DATABASE_POOL_SIZE: '5',
};

/** A sabotage patches a module of the source. */
function getScript(name: string, sabotage: Sabotage | undefined): string {
  if (name === 'payer') return 'bench/dist/main.js';
  const app = name.startsWith('api') ? 'api' : 'worker';
  return `apps/${app}/${sabotage?.patch ? 'src/main.ts' : 'dist/main.js'}`;
}

function getPort(name: string, port: string): Readonly<Record<string, string>> {
  if (name.startsWith('api')) return { API_PORT: port, REQUEST_QUEUE_MS: '2000' };
  return name === 'payer' ? { PAYER_PORT: port } : { WORKER_PORT: port };
}
