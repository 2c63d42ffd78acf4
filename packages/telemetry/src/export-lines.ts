import { type Logger, SeverityNumber } from '@opentelemetry/api';

/** The severity of each level of pino. */
const severities: ReadonlyMap<number, readonly [SeverityNumber, string]> = new Map([
  [10, [SeverityNumber.TRACE, 'TRACE']],
  [20, [SeverityNumber.DEBUG, 'DEBUG']],
  [30, [SeverityNumber.INFO, 'INFO']],
  [40, [SeverityNumber.WARN, 'WARN']],
  [50, [SeverityNumber.ERROR, 'ERROR']],
  [60, [SeverityNumber.FATAL, 'FATAL']],
]);

/**
 * Returns a function that exports a log line with the current trace. The line is redacted already, so that
 * the collector receives what standard output does.
 */
export function createLineExporter(logger: Logger): (line: string) => void {
  return (line) => {
    // The resource has the process, and the record the trace.
    const { level, time, msg, name, pid, trace_id, span_id, ...attributes } = JSON.parse(line);
    const severity = severities.get(level);
    logger.emit({
      timestamp: time,
      ...(severity && { severityNumber: severity[0], severityText: severity[1] }),
      body: msg,
      attributes,
    });
  };
}
