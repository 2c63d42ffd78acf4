import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
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
  readonly logFile: string;
}

export interface SuperviseOptions {
  readonly record: Pick<RunRecord, 'add' | 'remove'>;
  readonly log: (line: string) => void;
  /** Called once, when the process has exited too often. */
  readonly onFailure: (error: Error) => void;
  readonly readyTimeoutMs: number;
  readonly graceMs: number;
  /** Waits between two starts. Tests replace it. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface Supervised {
  readonly name: string;
  /** Resolves when the process is ready for the first time. Rejects when it failed or was stopped. */
  readonly ready: Promise<void>;
  readonly stop: () => Promise<void>;
}

const firstDelayMs = 1_000;
const windowMs = 60_000;
const maxExits = 5;

/**
 * The delay before the next start: 1, 2, 4, 8 s within a minute, then undefined.
 * Exit times are in milliseconds, oldest first.
 */
export function restartDelay(exits: readonly number[], now: number): number | undefined {
  const recent = exits.filter((time) => now - time < windowMs).length;
  if (recent >= maxExits) return undefined;
  return firstDelayMs * 2 ** Math.max(0, recent - 1);
}

const pauseFor = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal });

function exitReason(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Runs a process, waits until it is ready and restarts it with a growing delay when it exits. */
export function supervise(spec: ProcessSpec, options: SuperviseOptions): Supervised {
  const { record, log, pause = pauseFor } = options;
  const stopping = new AbortController();
  const exits: number[] = [];
  let current: ProcessIdentity | undefined;
  const firstReady = Promise.withResolvers<void>();
  // Without this a rejection that no caller awaits would end the launcher.
  firstReady.promise.catch(() => {});

  async function start(): Promise<{ exit: Promise<string>; pid: number | undefined }> {
    // The folder may have been deleted since the last start.
    mkdirSync(dirname(spec.logFile), { recursive: true, mode: 0o700 });
    const output = openSync(spec.logFile, 'a', 0o600);
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      ...spec.runAs,
      // Its own process group: Ctrl-C reaches the launcher alone, which stops everything in order.
      detached: true,
      stdio: ['ignore', output, output],
    });
    closeSync(output);
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
      if (exits.length > 0) log(`${spec.name} is ready again.`);
      firstReady.resolve();
    } else if (outcome === 'timeout' && current !== undefined) {
      log(`${spec.name} is not ready after ${options.readyTimeoutMs / 1000} s.`);
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
      const reason = await runOnce();
      if (stopping.signal.aborted) return;
      exits.push(performance.now());
      const delayMs = restartDelay(exits, performance.now());
      if (delayMs === undefined) {
        throw new Error(
          `${spec.name} exited ${maxExits} times (${reason}). See its log: ${spec.logFile}`,
        );
      }
      log(`${spec.name} exited (${reason}). Restarting it in ${delayMs / 1000} s.`);
      await pause(delayMs, stopping.signal).catch(() => {});
    }
  }

  const running = runUntilStopped().catch((error: unknown) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    firstReady.reject(cause);
    options.onFailure(cause);
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
        if (!stoppedItself) log(`${spec.name} did not stop in time and was killed.`);
      }
      await running;
    },
  };
}
