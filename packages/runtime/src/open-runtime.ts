import { type Database, openDatabase } from '@parley/db';
import { isLoopback } from '@parley/environment/schemas';
import {
  type ConnectProvider,
  REAL_DASHBOARD_URL,
  realOrigin,
  sandboxOrigin,
  stripeConnector,
} from '@parley/provider';
import { createLogger, getTelemetry, measureProvider } from '@parley/telemetry';
import type { DestinationStream, Logger } from 'pino';
import type { z } from 'zod';
import { type Admission, createAdmission } from './admission.ts';
import type { runtimeVariables } from './environment.ts';
import { logBackgroundFailures, logShardFailures } from './log-failures.ts';
import { sharePool } from './share-pool.ts';

type RuntimeEnvironment = {
  readonly [Name in keyof typeof runtimeVariables]: z.output<(typeof runtimeVariables)[Name]>;
};

export interface RuntimeOptions {
  /** Name of the process in logs and traces. */
  readonly name: string;
  /**
   * Live keys go to a simulator only if `CHECKOUT_URL` is on this machine. `PROVIDER_BUDGET_MS` limits provider calls; without it they may take as long as they need.
   * `REQUEST_QUEUE_MS` limits the wait for admission; processes that serve requests set it.
   */
  readonly env: RuntimeEnvironment & {
    readonly PROVIDER_BUDGET_MS?: number;
    readonly CHECKOUT_URL?: string;
    readonly REQUEST_QUEUE_MS?: number;
  };
  /** Where log lines go; standard output by default. */
  readonly logDestination?: DestinationStream;
}

export interface Runtime {
  /** Redacts secrets and personal data. */
  readonly logger: Logger;
  readonly database: Database;
  readonly connectProvider: ConnectProvider;
  /** Bounds the requests that run at once. */
  readonly admission: Admission;
}

/**
 * The origins to which merchants' keys at the provider may be sent.
 * @param sandboxUrl the provider simulator, in development only
 */
export function providerOrigins(sandboxUrl: string | undefined) {
  return [realOrigin, ...(sandboxUrl === undefined ? [] : [sandboxOrigin(sandboxUrl)])];
}

/** The origin of the dashboard in which merchants see their objects at the provider. */
export function providerDashboardUrl(sandboxUrl: string | undefined): string {
  return sandboxUrl === undefined ? REAL_DASHBOARD_URL : new URL(sandboxUrl).origin;
}

/**
 * Calls that run at once per database connection. Most calls share the statements of others (session
 * views and commits), the more the more of them run; the few that need a connection of their own wait
 * for it for a short time.
 */
const CALLS_PER_CONNECTION = 4;

/**
 * Creates what every process shares, which reports to the telemetry of the process. Connects to the database
 * at the first query only.
 */
export function openRuntime({ name, env, logDestination }: RuntimeOptions): Runtime {
  const logger = createLogger({
    name,
    level: env.LOG_LEVEL,
    ...(logDestination ? { destination: logDestination } : {}),
  });
  const { metrics, tracing } = getTelemetry();
  const database = openDatabase({
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    encryptionKeys: env.PARLEY_ENCRYPTION_KEYS,
    onShardFailure: logShardFailures(logger),
    onBackgroundFailure: logBackgroundFailures(logger),
    getTraceparent: tracing?.getTraceparent,
    // A worker shares its work among merchants before it uses a connection.
    poolAdmission:
      env.REQUEST_QUEUE_MS === undefined
        ? undefined
        : sharePool(env.DATABASE_POOL_SIZE, env.REQUEST_QUEUE_MS),
  });
  metrics?.addDatabase(database);
  const connect = stripeConnector({
    // Only on one machine may a simulator stand in for live mode. Next.js sets NODE_ENV itself.
    requestsPerSecond: env.PROVIDER_REQUESTS_PER_SECOND,
    realLiveOnly: env.CHECKOUT_URL === undefined || !isLoopback(env.CHECKOUT_URL),
    ...(env.PROVIDER_BUDGET_MS === undefined ? {} : { budgetMs: env.PROVIDER_BUDGET_MS }),
  });
  const admission = createAdmission({
    slots: CALLS_PER_CONNECTION * env.DATABASE_POOL_SIZE,
    ...(env.REQUEST_QUEUE_MS === undefined ? {} : { maxWaitMs: env.REQUEST_QUEUE_MS }),
  });
  const measured = metrics ? measureProvider(connect, metrics.providerReport) : connect;
  return {
    admission,
    logger,
    database: tracing?.database(database) ?? database,
    connectProvider: admission.provider(tracing?.provider(measured) ?? measured),
  };
}
