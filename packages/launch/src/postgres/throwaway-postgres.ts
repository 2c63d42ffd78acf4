import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { processStart } from '../supervise/process-identity.ts';
import { keepRunRecord } from '../supervise/run-record.ts';
import { until } from '../until.ts';
import { postgresAnswers } from './answers.ts';
import { preparePostgres } from './prepare-postgres.ts';

export interface ThrowawayPostgres {
  readonly adminUrl: string;
  readonly stop: () => Promise<void>;
}

/**
 * A Postgres for tests, drafts and benchmarks: its own folder under the system's temporary one, and
 * a free port; without fsync unless it is to be `durable`.
 */
export async function throwawayPostgres({ durable = false } = {}): Promise<ThrowawayPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  // As root, Postgres runs as another user, who must get through to his own folder inside.
  await chmod(folder, 0o711);
  const { command, args, runAs, adminUrl } = await preparePostgres({
    directory: join(folder, 'data'),
    port: await freePort(),
    password: randomBytes(16).toString('hex'),
    durable,
  });
  const logFile = join(folder, 'postgres.log');
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(command, args, {
    ...runAs,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const gone = new AbortController();
  const exit = once(child, 'exit').finally(() => gone.abort());
  // Whatever ends this process, the server ends with it.
  const record = await keepRunRecord(join(folder, 'run.json'));
  const began = child.pid === undefined ? undefined : await processStart(child.pid);
  if (child.pid !== undefined && began !== undefined) {
    record.add({ name: 'postgres', pid: child.pid, began, signal: 'SIGINT' });
  }

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    await exit;
    record.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const ready = await until(() => postgresAnswers(adminUrl), {
      timeoutMs: 30_000,
      signal: gone.signal,
    });
    if (!ready) throw new Error('no answer within 30 s');
  } catch (error) {
    const text = await readFile(logFile, 'utf8').catch(() => '');
    await stop();
    throw new Error(`The tests' Postgres did not start.\n${text}`, { cause: error });
  }
  return { adminUrl, stop };
}
