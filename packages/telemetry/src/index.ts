export { createLogger, type LoggerOptions, redact } from './logger.ts';
export { canReadMetrics, createMetrics, type Metrics } from './metrics.ts';
export type { RequestSpan, Tracing } from './tracing.ts';
