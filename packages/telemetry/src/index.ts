export { containsCardNumber } from './card-numbers.ts';
export { createLogger, type LoggerOptions, redact, redactSecrets } from './logger.ts';
export { canReadMetrics, createMetrics, type Metrics } from './metrics.ts';
export type { RequestSpan, Tracing } from './tracing.ts';
