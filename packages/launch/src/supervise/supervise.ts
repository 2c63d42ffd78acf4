import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.ts';
import { type ProcessIdentity, processStartTime, stopGroup } from './process-group.ts';
import type { RunRecord } from './run-record.ts';

export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly runAs?: { readonly uid: number; readonly gid: number } | undefined;
  readonly isReady: () => Promise<boolean>;
  readonly stopSignal: NodeJS.Signals;
  /** Where its output goes: a file, or a function that is called with each line. */
  readonly output: string | ((line: string, stream: 'stdout' | 'stderr') => void);
}

export interface SuperviseOptions {
  readonly record: Pick<RunRecord, 'add' | 'remove'>;
  /** Is called with `stderr` for a line about a failure. */
  readonly log: (line: string, stream?: 'stderr') => void;
  /** Called once, when the process has exited too often before it was ready. Undefined: it is always started again. */
  readonly onFailure?: ((error: Error) => void) | undefined;
  readonly readyTimeoutMs: number;
  readonly graceMs: number;
  /** Waits between two starts. Tests replace it. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface Supervised {
  readonly name: string;
  /** Resolves when the process is ready for the first time. Rejects when it has failed or was stopped. */
  readonly ready: Promise<void>;
  readonly stop: () => Promise<void>;
}

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;
/** A process that has run for so long starts with the first delay again. */
const stableMs = 60_000;
const maxExits = 5;
const shownLines = 10;

/** Milliseconds before the next start, after a number of exits in a row: 1, 2, 4, 8, 16, then 30 s. */
export const restartDelay = (exits: number): number =>
  Math.min(firstDelayMs * 2 ** (exits - 1), maxDelayMs);

const pauseFor = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal });

function exitReason(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Opens a log for appending. Its folder may have been deleted since the last start. */
function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return openSync(file, 'a', 0o600);
}

function readLines(child: ChildProcess, onLine: Exclude<ProcessSpec['output'], string>): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const input = child[name];
    if (input) createInterface({ input }).on('line', (line) => onLine(line, name));
  }
}

/** The end of a log, where the reason for an exit is. */
function describeLog(output: ProcessSpec['output']): string {
  if (typeof output !== 'string') return '';
  const lines = readFileSync(output, 'utf8').trimEnd().split('\n').slice(-shownLines);
  return ` The end of its log (${output}):\n${lines.join('\n')}`;
}

/** Runs a process, waits until it is ready and restarts it with a growing delay when it exits. */
export function supervise(spec: ProcessSpec, options: SuperviseOptions): Supervised {
  const { record, log, pause = pauseFor } = options;
  const stopping = new AbortController();
  let exits = 0;
  let wasReady = false;
  let current: ProcessIdentity | undefined;
  const firstReady = Promise.withResolvers<void>();
  // Without this a rejection that no caller awaits would end the launcher.
  firstReady.promise.catch(() => {});

  async function start(): Promise<{ exit: Promise<string>; pid: number | undefined }> {
    const output = typeof spec.output === 'string' ? openLog(spec.output) : 'pipe';
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      ...spec.runAs,
      // Its own process group: Ctrl-C reaches the launcher alone, which stops everything in order.
      detached: true,
      stdio: ['ignore', output, output],
    });
    if (typeof output === 'number') closeSync(output);
    if (typeof spec.output === 'function') readLines(child, spec.output);
    const exit = exitReason(child);
    const { pid } = child;
    const startTime = pid === undefined ? undefined : await processStartTime(pid);
    if (pid !== undefined && startTime !== undefined) {
      current = { pid, startTime };
      record.add({ ...current, name: spec.name, stopSignal: spec.stopSignal });
    }
    return { exit, pid };
  }

  /** Runs the process once and returns why it exited. */
  async function runOnce(): Promise<string> {
    const { exit, pid } = await start();
    // A stop during the start had no pid yet.
    if (stopping.signal.aborted && current !== undefined) {
      await stopGroup(current, { signal: spec.stopSignal, graceMs: options.graceMs });
    }
    const exited = new AbortController();
    const readiness = until(spec.isReady, {
      timeoutMs: options.readyTimeoutMs,
      signal: AbortSignal.any([exited.signal, stopping.signal]),
    }).then(
      (ready) => (ready ? 'ready' : 'timeout'),
      () => 'exited',
    );
    const outcome = await Promise.race([readiness, exit.then(() => 'exited')]);
    if (outcome === 'ready') {
      wasReady = true;
      if (exits > 0) log(`${spec.name} is ready again.`);
      firstReady.resolve();
    } else if (outcome === 'timeout' && current !== undefined) {
      log(`${spec.name} is not ready after ${options.readyTimeoutMs / 1000} s.`, 'stderr');
      await stopGroup(current, { signal: spec.stopSignal, graceMs: options.graceMs });
    }
    const reason = await exit;
    exited.abort();
    // Its children must not keep the port that the next process needs.
    if (current !== undefined && !stopping.signal.aborted) {
      await stopGroup(current, { signal: spec.stopSignal, graceMs: 1_000 });
    }
    if (pid !== undefined) record.remove(pid);
    current = undefined;
    return reason;
  }

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const reason = await runOnce();
      if (stopping.signal.aborted) return;
      exits = performance.now() - startedAt < stableMs ? exits + 1 : 1;
      if (options.onFailure && !wasReady && exits >= maxExits) {
        throw new Error(
          `${spec.name} exited ${maxExits} times (${reason}).${describeLog(spec.output)}`,
        );
      }
      const delayMs = restartDelay(exits);
      log(`${spec.name} exited (${reason}). Restarting it in ${delayMs / 1000} s.`, 'stderr');
      await pause(delayMs, stopping.signal).catch(() => {});
    }
  }

  const running = runUntilStopped().catch((error: unknown) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    firstReady.reject(cause);
    options.onFailure?.(cause);
  });

  return {
    name: spec.name,
    ready: firstReady.promise,
    stop: async () => {
      stopping.abort();
      firstReady.reject(new Error(`${spec.name} was stopped.`));
      if (current !== undefined) {
        const { stopSignal: signal } = spec;
        const stoppedItself = await stopGroup(current, { signal, graceMs: options.graceMs });
        if (!stoppedItself) log(`${spec.name} did not stop in time and was killed.`, 'stderr');
      }
      await running;
    },
  };
}
