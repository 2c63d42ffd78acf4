import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../until.ts';
import { backOff } from './back-off.ts';
import { type ProcessIdentity, processStart } from './process-identity.ts';
import type { ProcessSpec } from './process-spec.ts';
import type { RunRecord } from './run-record.ts';
import { stopGroup } from './stop-group.ts';

export interface SuperviseOptions {
  readonly record: Pick<RunRecord, 'add' | 'remove'>;
  readonly say: (line: string) => void;
  /** Called once, when the process is given up. */
  readonly onGivenUp: (error: Error) => void;
  readonly readyTimeoutMs: number;
  readonly graceMs: number;
  /** Waits between two tries; tests need not. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface Supervised {
  readonly name: string;
  /** Settles when it is ready for the first time, or given up. */
  readonly ready: Promise<void>;
  readonly stop: () => Promise<void>;
}

const pauseFor = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal });

function ended(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Keeps one process running: starts it, waits until it is ready, starts it again when it dies. */
export function supervise(spec: ProcessSpec, options: SuperviseOptions): Supervised {
  const { record, say, pause = pauseFor } = options;
  const stopping = new AbortController();
  const deaths: number[] = [];
  let current: ProcessIdentity | undefined;
  const first = Promise.withResolvers<void>();
  // Whoever asks hears of it; nobody has to.
  first.promise.catch(() => {});

  async function start(): Promise<{ death: Promise<string>; pid: number | undefined }> {
    const log = openSync(spec.logFile, 'a', 0o600);
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      ...spec.runAs,
      // A session of its own: Ctrl-C reaches the launcher alone, which then stops all in order.
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const death = ended(child);
    const { pid } = child;
    const began = pid === undefined ? undefined : await processStart(pid);
    if (pid !== undefined && began !== undefined) {
      current = { pid, began };
      record.add({ ...current, name: spec.name, signal: spec.stopSignal });
    }
    return { death, pid };
  }

  /** One life, from start to death; says what it died of. */
  async function live(): Promise<string> {
    const { death, pid } = await start();
    // A stop that came while it was being started found nobody to stop.
    if (stopping.signal.aborted && current !== undefined) {
      await stopGroup(current, { signal: spec.stopSignal, graceMs: options.graceMs });
    }
    const over = new AbortController();
    const isReady = until(spec.ready, {
      timeoutMs: options.readyTimeoutMs,
      signal: AbortSignal.any([over.signal, stopping.signal]),
    }).then(
      (ready) => (ready ? 'ready' : 'late'),
      () => 'dead',
    );
    const outcome = await Promise.race([isReady, death.then(() => 'dead')]);
    if (outcome === 'ready') {
      if (deaths.length > 0) say(`${spec.name} is back.`);
      first.resolve();
    } else if (outcome === 'late' && current !== undefined) {
      say(`${spec.name} is not ready after ${options.readyTimeoutMs / 1000} s.`);
      await stopGroup(current, { signal: spec.stopSignal, graceMs: options.graceMs });
    }
    const reason = await death;
    over.abort();
    // What it had started must not hold the port its successor needs.
    if (current !== undefined && !stopping.signal.aborted) {
      await stopGroup(current, { signal: spec.stopSignal, graceMs: 1_000 });
    }
    if (pid !== undefined) record.remove(pid);
    current = undefined;
    return reason;
  }

  async function keepAlive(): Promise<void> {
    while (!stopping.signal.aborted) {
      const reason = await live();
      if (stopping.signal.aborted) return;
      deaths.push(performance.now());
      const wait = backOff(deaths, performance.now());
      if (wait === undefined) {
        throw new Error(`${spec.name} keeps dying (${reason}). Its log: ${spec.logFile}`);
      }
      say(`${spec.name} died (${reason}); starting it again in ${wait / 1000} s.`);
      await pause(wait, stopping.signal).catch(() => {});
    }
  }

  const running = keepAlive().catch((error: unknown) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    first.reject(cause);
    options.onGivenUp(cause);
  });

  return {
    name: spec.name,
    ready: first.promise,
    stop: async () => {
      stopping.abort();
      first.reject(new Error(`${spec.name} was stopped.`));
      if (current !== undefined) {
        const gentle = await stopGroup(current, {
          signal: spec.stopSignal,
          graceMs: options.graceMs,
        });
        if (!gentle) say(`${spec.name} did not end in time and was killed.`);
      }
      await running;
    },
  };
}
