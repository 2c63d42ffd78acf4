import { spawn } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { commands, repository } from '../repository.ts';
import { processStartTime, stopGroup } from '../supervise/process-group.ts';
import type { RunRecord } from '../supervise/run-record.ts';
import type { AppName } from './dev-options.ts';

/** What the build of an app writes in the end. */
const buildOutputs: Readonly<Partial<Record<AppName, string>>> = {
  api: 'apps/api/dist/main.js',
  worker: 'apps/worker/dist/main.js',
  dashboard: 'apps/dashboard/.next/BUILD_ID',
  checkout: 'apps/checkout/.next/BUILD_ID',
  docs: 'apps/docs/dist/404.html.gz',
};

/** Builds these apps and what they need, without the code that only tests need. */
export const productTasks = [
  ...['generate', 'build'],
  ...Object.keys(buildOutputs).map((app) => `--filter=@parley/${app}`),
];

/** @throws Error if one of the apps was never built in this folder */
export function requireBuild(apps: readonly AppName[]): void {
  const outputs = apps.flatMap((app) => buildOutputs[app] ?? []);
  const missing = outputs.filter((file) => !existsSync(join(repository, file)));
  if (missing.length === 0) return;
  throw new Error(
    `Production starts what was built before: run npm run build:product first (${missing.join(', ')} is missing).`,
  );
}

export interface BuildOptions {
  /** Tasks and options of turbo. */
  readonly tasks: readonly string[];
  readonly logFile: string;
  readonly signal?: AbortSignal;
  /** Lists the build, for the process that stops it if this one is killed. */
  readonly record?: Pick<RunRecord, 'add' | 'remove'> | undefined;
  /** Lets other processes go first. */
  readonly lowPriority?: boolean;
}

/** The environment for tools: turbo looks for pnpm on the PATH, and tasks look for their commands. */
export function toolEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    PATH: [commands, env.PATH].filter(Boolean).join(delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    TURBO_TELEMETRY_DISABLED: '1',
  };
}

const lastLines = (text: string, count: number) =>
  text.trimEnd().split('\n').slice(-count).join('\n');

/** Milliseconds that a build has to end after a stop signal. */
const STOP_MS = 5_000;

/**
 * Runs tasks with turbo, which skips those without changes. When the signal aborts, it stops turbo and whatever turbo
 * has started.
 * @throws Error with the end of the build log
 */
export async function build({
  tasks,
  logFile,
  signal,
  record,
  lowPriority = false,
}: BuildOptions): Promise<void> {
  // Before the first build nothing has created the folder.
  await mkdir(dirname(logFile), { recursive: true });
  const output = createWriteStream(logFile, { mode: 0o600 });
  const args = ['run', ...tasks, '--output-logs=new-only', '--log-order=grouped'];
  const child = spawn(join(commands, 'turbo'), args, {
    cwd: repository,
    env: toolEnvironment(process.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: Ctrl-C reaches this process alone, which stops the build.
    detached: true,
  });
  // Child processes of turbo inherit its priority.
  if (lowPriority && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  closed.catch(() => {});
  const { pid } = child;
  const startTime = pid === undefined ? undefined : await processStartTime(pid);
  let stopped: Promise<unknown> | undefined;
  if (pid !== undefined && startTime !== undefined) {
    const leader = { pid, startTime };
    record?.add({ ...leader, name: 'build', stopSignal: 'SIGTERM' });
    const stop = () => {
      stopped = stopGroup(leader, { signal: 'SIGTERM', graceMs: STOP_MS });
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    void closed.finally(() => signal?.removeEventListener('abort', stop)).catch(() => {});
  }
  const code = await closed;
  await stopped;
  if (pid !== undefined) record?.remove(pid);
  output.end();
  await finished(output);
  signal?.throwIfAborted();
  if (code === 0) return;
  const text = await readFile(logFile, 'utf8');
  throw new Error(`The build failed. The end of its log (${logFile}):\n${lastLines(text, 40)}`);
}
