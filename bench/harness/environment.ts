import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { bundlePrograms } from './bundle-programs.ts';
import { createPostgresUsage, type PostgresUsage } from './process-usage.ts';

/** A PostgreSQL server with fsync or a Citus cluster, and what runs on it. */
export interface Environment {
  /** The URL of the server, or of the coordinator, for a superuser. */
  readonly adminUrl: string;
  /** A folder for logs. */
  readonly folder: string;
  readonly postgres: PostgresUsage;
  /** Registers something to stop before PostgreSQL. Returns it. */
  use<Stoppable extends { stop(): unknown }>(started: Stoppable): Stoppable;
}

/**
 * Starts PostgreSQL, runs `work` and stops everything, also when the process is interrupted.
 * @param settings further settings of PostgreSQL
 */
export async function withPostgres(
  work: (environment: Environment) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const server = await throwawayPostgres({ durable: true, settings });
  await withServers([server.adminUrl], work, server.stop);
}

/**
 * Builds the API and the worker, and runs `work` on servers that run already.
 * @param urls of the nodes, the coordinator first
 * @param stopServers runs at the end
 */
export async function withServers(
  urls: readonly string[],
  work: (environment: Environment) => Promise<void>,
  stopServers: () => Promise<void>,
): Promise<void> {
  await bundlePrograms();
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = createPostgresUsage(urls);
  const started: { stop(): unknown }[] = [];
  const stop = async () => {
    for (const one of started.splice(0).toReversed()) await one.stop();
    await postgres.close();
    await stopServers();
    await rm(folder, { recursive: true, force: true });
  };
  const interrupt = () => void stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    await work({
      adminUrl: urls[0] ?? '',
      folder,
      postgres,
      use(one) {
        started.push(one);
        return one;
      },
    });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await stop();
  }
}
