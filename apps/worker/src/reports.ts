import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { createDeclineReport } from './decline-report.ts';
import { createSweepReport } from './sweep-report.ts';
import { createWorkReport } from './work-report.ts';

/** All that a worker counts. @param registry where the metrics are registered; they are not exported without one */
export const createReports = (logger: Logger, registry: Registry | undefined) => ({
  sweepReport: createSweepReport(logger, registry),
  declineReport: createDeclineReport(logger, registry),
  workReport: createWorkReport(registry),
});
