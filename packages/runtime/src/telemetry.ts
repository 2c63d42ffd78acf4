import { setTimeout as pause } from 'node:timers/promises';
import {
  createLogger,
  createMetrics,
  getTelemetry,
  type ProcessTelemetry,
  setTelemetry,
} from '@parley/telemetry';
import { countFailures } from './log-failures.ts';

/** Milliseconds after which the end of a process does not wait for a collector any more. */
const MAX_CLOSE_MS = 2_000;

export interface TelemetryOptions {
  /** Name of the process in metrics, and after `parley-` in traces and logs. */
  readonly name: string;
  readonly env: {
    readonly LOG_LEVEL: string;
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  };
  /** Whether the process serves its metrics. */
  readonly servesMetrics: boolean;
}

export interface Telemetry extends ProcessTelemetry {
  /** Exports what remains, for at most 2 seconds. Never rejects. */
  close(): Promise<void>;
}

/** Starts what observes a process: call it before `openRuntime`. A process without it loads and does nothing. */
export async function startTelemetry({
  name,
  env,
  servesMetrics,
}: TelemetryOptions): Promise<Telemetry> {
  const isExporting =
    env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && process.env.OTEL_SDK_DISABLED !== 'true';
  const metrics = servesMetrics || isExporting ? createMetrics(name) : undefined;
  if (metrics === undefined || !isExporting) {
    setTelemetry({ metrics, tracing: undefined, exportLine: undefined });
    return { ...getTelemetry(), close: async () => {} };
  }
  const { startOpenTelemetry } = await import('@parley/telemetry/open-telemetry');
  const count = countFailures();
  const { close, ...exporting } = await startOpenTelemetry({
    process: name,
    metrics,
    onFailure: () => {
      const failures = count('export');
      if (failures !== null) logger.warn({ msg: 'telemetry not exported', failures });
    },
  });
  setTelemetry({ metrics, ...exporting });
  const logger = createLogger({ name, level: env.LOG_LEVEL });
  return {
    ...getTelemetry(),
    async close() {
      const timeout = pause(MAX_CLOSE_MS, undefined, { ref: false });
      await Promise.race([close().catch(() => {}), timeout]);
    },
  };
}
