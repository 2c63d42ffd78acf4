import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { reservePort } from '@parley/testing/ports';
import { processStartTime } from '../supervise/process-group.ts';
import { openRunRecord, stopOrphans } from '../supervise/run-record.ts';
import { until } from '../until.ts';
import { isPostgresReady } from './databases.ts';
import { preparePostgres } from './prepare-postgres.ts';
import { createTestFolder } from './test-folder.ts';

export interface ThrowawayPostgres {
  readonly adminUrl: string;
  readonly stop: () => Promise<void>;
}

interface ThrowawayOptions {
  /** Runs with fsync; false by default. */
  readonly durable?: boolean;
  /** Keeps its data in memory where a test run fits; false by default. */
  readonly inMemory?: boolean;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A folder that keeps the data. A later start with it continues with them. */
  readonly keep?: string | undefined;
}

const readyTimeoutMs = 30_000;
const runFile = 'run.json';

/** Creates a temporary folder, or opens one that keeps its data. */
async function openFolder({ keep, inMemory }: Pick<ThrowawayOptions, 'keep' | 'inMemory'>) {
  const newPassword = randomBytes(16).toString('hex');
  if (keep === undefined) {
    const folder = inMemory ? createTestFolder() : mkdtemp(join(tmpdir(), 'parley-postgres-'));
    return { folder: await folder, password: newPassword };
  }
  const folder = resolve(keep);
  await mkdir(folder, { recursive: true });
  await stopOrphans(join(folder, runFile));
  const file = join(folder, 'password');
  const password = await readFile(file, 'utf8').catch(() => newPassword);
  await writeFile(file, password, { mode: 0o600 });
  return { folder, password };
}

/**
 * Starts a Postgres for tests, migration drafts and benchmarks, in a temporary folder and on a free
 * port. It runs without fsync unless `durable` is set. It stops when this process ends for any reason.
 */
export async function throwawayPostgres({
  durable = false,
  inMemory = false,
  settings = {},
  keep,
}: ThrowawayOptions = {}): Promise<ThrowawayPostgres> {
  const { folder, password } = await openFolder({ keep, inMemory });
  // As root, Postgres runs as another user, who must be able to traverse this folder.
  await chmod(folder, 0o711);
  const { command, args, runAs, adminUrl } = await preparePostgres({
    directory: join(folder, 'data'),
    port: await reservePort(),
    password,
    durable,
    settings: inMemory ? { max_wal_size: '512MB', ...settings } : settings,
  });
  const logFile = join(folder, 'postgres.log');
  const output = await open(logFile, 'a', 0o600);
  const child = spawn(command, args, {
    ...runAs,
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  await output.close();
  const exited = new AbortController();
  const exit = once(child, 'exit').finally(() => exited.abort());
  const record = await openRunRecord(join(folder, runFile));
  const startTime = child.pid === undefined ? undefined : await processStartTime(child.pid);
  if (child.pid !== undefined && startTime !== undefined) {
    record.add({ name: 'postgres', pid: child.pid, startTime, stopSignal: 'SIGINT' });
  }

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exit;
    record.close();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const ready = await until(() => isPostgresReady(adminUrl), {
      timeoutMs: readyTimeoutMs,
      signal: exited.signal,
    });
    if (!ready) throw new Error(`no connection within ${readyTimeoutMs / 1000} s`);
  } catch (error) {
    const text = await readFile(logFile, 'utf8').catch(() => '');
    await stop();
    throw new Error(`The temporary Postgres did not start.\n${text}`, { cause: error });
  }
  return { adminUrl, stop };
}
