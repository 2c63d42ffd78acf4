export { containsCardNumber } from './card-numbers.ts';
export { createLogger, type LoggerOptions, redact, redactSecrets } from './logger.ts';
export { canReadMetrics, createMetrics, type Metrics } from './metrics.ts';
export { getTelemetry, type ProcessTelemetry, setTelemetry } from './process-telemetry.ts';
export { measureProvider } from './provider-report.ts';
export type { RequestSpan, Tracing } from './tracing.ts';
export { createWebReport, type WebReport } from './web-report.ts';
