export { createLogger, type LoggerOptions } from './logger.ts';
export { createMetrics, type Metrics, mayRead } from './metrics.ts';
export type { RequestSpan, Tracing } from './tracing.ts';
