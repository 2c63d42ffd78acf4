import type { Metrics } from './metrics.ts';
import type { Tracing } from './tracing.ts';

/** What observes a process. */
export interface ProcessTelemetry {
  /** Undefined if the process neither serves nor exports metrics. */
  readonly metrics: Metrics | undefined;
  /** Undefined unless the process exports to an OpenTelemetry collector. */
  readonly tracing: Tracing | undefined;
  /** Exports a redacted log line; undefined as `tracing`. */
  readonly exportLine: ((line: string) => void) | undefined;
}

/** On the process, because the bundles of a framework have separate copies of this module. */
const telemetryKey = Symbol.for('parley.telemetry');
const shared = globalThis as { [telemetryKey]?: ProcessTelemetry };
const none: ProcessTelemetry = { metrics: undefined, tracing: undefined, exportLine: undefined };

/** What observes this process; nothing before `setTelemetry`. */
export const getTelemetry = (): ProcessTelemetry => shared[telemetryKey] ?? none;

/** Sets what loggers and runtimes that are created from now on report to. */
export function setTelemetry(telemetry: ProcessTelemetry): void {
  shared[telemetryKey] = telemetry;
}
