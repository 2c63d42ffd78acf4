import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  cpuMicrosecondsOf,
  endedChildrenMicrosecondsOf,
  parentOf,
  residentBytesOf,
} from '@parley/bench-shared/process-usage';
import type { ServerProcess } from '@parley/bench-shared/start-process';
import pg from 'pg';
import type { LoadJob, LoadMerchant, LoadResult } from './load-protocol.ts';

/** What one load of a few seconds measured. Processor times in microseconds per request. */
export interface Measurement {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpu: {
    /** Of the measured server; 0 if there is none. */
    readonly server: number;
    readonly postgres: number;
    readonly generator: number;
  };
  /** Resident memory of the measured server; 0 if there is none. */
  readonly serverBytes: number;
  /** What PostgreSQL wrote into its write-ahead log, per request. */
  readonly walBytes: number;
}

/** Something that can be measured for a few seconds at a time. */
export interface BenchmarkTarget {
  readonly name: string;
  run(connections: number, seconds: number): Promise<Measurement>;
}

/** A process that generates load. */
export interface Generator<Job> {
  run(job: Job): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** @param script the module of the process, relative to this one */
export function startGenerator<Job extends object>(script: string): Generator<Job> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), {
    serialization: 'advanced',
  });
  return {
    async run(job) {
      child.send(job);
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    async stop() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}

/** Reads what PostgreSQL has used. */
export interface PostgresUsage {
  /** Processor time of all processes of the servers so far, in microseconds. */
  read(): Promise<number>;
  /** Bytes in the write-ahead log so far. */
  readWalBytes(): Promise<number>;
  close(): Promise<void>;
}

/** @param urls of the servers, which run on this machine and whose usage is added up */
export async function openPostgresUsage(urls: readonly string[]): Promise<PostgresUsage> {
  const servers = await Promise.all(urls.map(openServerUsage));
  const sum = async (read: (server: PostgresUsage) => Promise<number>) =>
    (await Promise.all(servers.map(read))).reduce((total, one) => total + one, 0);
  return {
    read: () => sum((server) => server.read()),
    readWalBytes: () => sum((server) => server.readWalBytes()),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

async function openServerUsage(url: string): Promise<PostgresUsage> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const own = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = await parentOf(own.rows[0]?.pid ?? 0);
  return {
    async read() {
      // Background processes, such as the one that writes the log, are part of the list.
      const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      const times = await Promise.all(rows.map(({ pid }) => cpuMicrosecondsOf(pid)));
      return times.reduce((sum, one) => sum + one, await endedChildrenMicrosecondsOf(server));
    },
    async readWalBytes() {
      const { rows } = await client.query<{ bytes: string }>(
        `SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes`,
      );
      return Number(rows[0]?.bytes);
    },
    close: () => client.end(),
  };
}

export interface HttpTargetOptions {
  readonly name: string;
  readonly generator: Generator<LoadJob>;
  readonly postgres: PostgresUsage;
  readonly servers: readonly ServerProcess[];
  readonly job: Pick<LoadJob, 'kind' | 'use'>;
  /** Returns the merchants of a load that needs up to `count` items. */
  merchants(count: number): Promise<readonly LoadMerchant[]>;
}

const sumOf = async (servers: readonly ServerProcess[], read: (pid: number) => Promise<number>) =>
  (await Promise.all(servers.map(({ pid }) => read(pid)))).reduce((sum, one) => sum + one, 0);

/** On a busy machine a few requests exceed the timeouts of production. */
const ACCEPTED_FAILURES = 0.1;

/** How many requests a second are expected before the first load has been measured. */
const FIRST_GUESS_PER_SECOND = 500;

/** A server that is measured by requests. */
export function httpTarget(options: HttpTargetOptions): BenchmarkTarget {
  const { name, generator, postgres, servers, job } = options;
  const rates = new Map<number, number>();
  return {
    name,
    async run(connections, seconds) {
      // More than it needs: a load that has used all items ends early.
      const known = rates.get(connections) ?? Math.max(FIRST_GUESS_PER_SECOND, ...rates.values());
      const rate = known * 1.5;
      const merchants = await options.merchants(Math.ceil(rate * seconds) + connections);
      const walBefore = await postgres.readWalBytes();
      const before = await postgres.read();
      const cpuBefore = await sumOf(servers, cpuMicrosecondsOf);
      const origins = servers.map(({ url }) => url);
      const result = await generator.run({ ...job, origins, connections, seconds, merchants });
      const cpu = (await sumOf(servers, cpuMicrosecondsOf)) - cpuBefore;
      const after = await postgres.read();
      const { requests, failures, firstFailure } = result;
      if (requests === 0 || failures > ACCEPTED_FAILURES * requests) {
        const all = requests + failures;
        throw new Error(`${name}: ${failures} of ${all} requests failed. ${firstFailure}`);
      }
      const perSecond = requests / result.seconds;
      rates.set(connections, perSecond);
      return {
        requests,
        perSecond,
        p50Ms: result.p50Ms,
        p99Ms: result.p99Ms,
        cpu: {
          server: cpu / requests,
          postgres: (after - before) / requests,
          generator: result.cpuMicroseconds / requests,
        },
        serverBytes: await sumOf(servers, residentBytesOf),
        walBytes: ((await postgres.readWalBytes()) - walBefore) / requests,
      };
    },
  };
}
