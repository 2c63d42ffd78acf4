import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from '@parley/testing/ports';
import { processStartTime } from '../supervise/process-group.ts';
import { openRunRecord } from '../supervise/run-record.ts';
import { until } from '../until.ts';
import { isPostgresReady } from './databases.ts';
import { preparePostgres } from './prepare-postgres.ts';

export interface ThrowawayPostgres {
  readonly adminUrl: string;
  readonly stop: () => Promise<void>;
}

interface ThrowawayOptions {
  /** Runs with fsync; false by default. */
  readonly durable?: boolean;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

const readyTimeoutMs = 30_000;

/**
 * Starts a Postgres for tests, migration drafts and benchmarks, in a temporary folder and on a free
 * port. It runs without fsync unless `durable` is set. It stops when this process ends for any reason.
 */
export async function throwawayPostgres({
  durable = false,
  settings = {},
}: ThrowawayOptions = {}): Promise<ThrowawayPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  // As root, Postgres runs as another user, who must be able to traverse this folder.
  await chmod(folder, 0o711);
  const { command, args, runAs, adminUrl } = await preparePostgres({
    directory: join(folder, 'data'),
    port: await reservePort(),
    password: randomBytes(16).toString('hex'),
    durable,
    settings,
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
  const record = await openRunRecord(join(folder, 'run.json'));
  const startTime = child.pid === undefined ? undefined : await processStartTime(child.pid);
  if (child.pid !== undefined && startTime !== undefined) {
    record.add({ name: 'postgres', pid: child.pid, startTime, stopSignal: 'SIGINT' });
  }

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exit;
    record.close();
    await rm(folder, { recursive: true, force: true });
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
