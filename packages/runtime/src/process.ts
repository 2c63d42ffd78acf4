import type { Tracing } from '@parley/telemetry';
import type { Logger } from 'pino';
import { openRuntime, type Runtime, type RuntimeOptions } from './open-runtime.ts';

/** Milliseconds between a stop signal and the forced exit. */
const DRAIN_MS = 20_000;

export interface ProcessRuntime extends Runtime {
  /** Present if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
  readonly tracing: Tracing | undefined;
  /** Sends the remaining spans and closes the database connections. */
  close(): Promise<void>;
}

interface ProcessRuntimeOptions extends RuntimeOptions {
  readonly env: RuntimeOptions['env'] & {
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  };
}

/** The runtime of a Node.js process that is not a Next.js server: traced, and closed at its end. */
export async function startRuntime(options: ProcessRuntimeOptions): Promise<ProcessRuntime> {
  // OpenTelemetry is loaded only if traces are recorded.
  const tracing = options.env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('@parley/telemetry/tracing')).startTracing(options.name)
    : undefined;
  const runtime = openRuntime({ ...options, tracing });
  return {
    ...runtime,
    tracing,
    async close() {
      await tracing?.close();
      await runtime.database.close();
      runtime.logger.info({ msg: 'stopped' });
    },
  };
}

/**
 * Calls `drain` once, at the first SIGTERM or SIGINT. Exits with 1 if the process is still alive
 * 20 seconds later.
 */
export function onStopSignal(logger: Logger, drain: () => void): void {
  let draining = false;
  const stop = (signal: NodeJS.Signals) => {
    if (draining) return;
    draining = true;
    logger.info({ msg: 'draining', signal });
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    drain();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
