export { createLogger, type LoggerOptions } from './logger.ts';
export { canReadMetrics, createMetrics, type Metrics } from './metrics.ts';
export type { RequestSpan, Tracing } from './tracing.ts';
