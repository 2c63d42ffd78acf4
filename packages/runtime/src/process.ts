import type { Logger } from 'pino';
import { DRAIN_MS } from './delay-stop-signals.ts';
import { openRuntime, type Runtime, type RuntimeOptions } from './open-runtime.ts';
import { startTelemetry, type Telemetry, type TelemetryOptions } from './telemetry.ts';

export interface ProcessRuntime extends Runtime, Pick<Telemetry, 'metrics' | 'tracing'> {
  /** Exports the remaining telemetry and closes the database connections. */
  close(): Promise<void>;
}

type ProcessRuntimeOptions = RuntimeOptions & TelemetryOptions;

/** The runtime of a Node.js process that is not a Next.js server: observed, and closed at its end. */
export async function startRuntime(options: ProcessRuntimeOptions): Promise<ProcessRuntime> {
  const { metrics, tracing, close } = await startTelemetry(options);
  const runtime = openRuntime(options);
  metrics?.addQueues(runtime.database.diagnostics);
  return {
    ...runtime,
    metrics,
    tracing,
    async close() {
      await close();
      await runtime.database.close();
      runtime.logger.info({ msg: 'stopped' });
    },
  };
}

export interface StopOptions {
  readonly logger: Logger;
  /** Milliseconds between `leave` and `drain`, in which load balancers stop sending requests. */
  readonly graceMs?: number;
  /** Reports that the process is not ready any more. It still serves requests. */
  readonly leave?: () => void;
  /** Completes the work in progress, begins no other and ends the process. */
  readonly drain: () => void;
}

/**
 * Calls `leave` at the first SIGTERM or SIGINT and `drain` after the grace period, or at once at the
 * second signal. Exits with 1 if the process is still alive 20 seconds after `drain`.
 */
export function onStopSignal({ logger, graceMs = 0, leave, drain }: StopOptions): void {
  let phase: 'running' | 'leaving' | 'draining' = 'running';
  const startDraining = () => {
    if (phase === 'draining') return;
    phase = 'draining';
    logger.info({ msg: 'draining' });
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    drain();
  };
  const stop = (signal: NodeJS.Signals) => {
    if (phase !== 'running' || graceMs === 0) {
      leave?.();
      return startDraining();
    }
    phase = 'leaving';
    logger.info({ msg: 'leaving', signal, grace_ms: graceMs });
    leave?.();
    setTimeout(startDraining, graceMs);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
