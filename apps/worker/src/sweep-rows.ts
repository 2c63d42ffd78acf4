import { DomainError } from '@parley/domain';
import type { WorkerReport } from './worker-report.ts';

/** Logs why a row failed: an outage or a refusal as a warning, anything else as an error. */
export function logFailure({ logger }: WorkerReport, fields: object, err: unknown): void {
  const level = err instanceof DomainError ? 'warn' : 'error';
  logger[level]({ msg: 'sweep failed', ...fields, err });
}

/**
 * Processes the claimed rows of a sweep concurrently and records their results. A row that fails is
 * claimed again when its lease expires; it does not affect the others.
 * @param logFields identifies a row in the log
 * @param work returns the result of a row as one word
 * @returns the number of rows that failed
 */
export async function sweepRows<Row>(
  report: WorkerReport,
  sweep: string,
  rows: readonly Row[],
  logFields: (row: Row) => Readonly<Record<string, string>>,
  work: (row: Row) => Promise<string>,
): Promise<number> {
  const counts: Record<string, number> = {};
  await Promise.all(
    rows.map(async (row) => {
      const result = await work(row).catch((err: unknown) => {
        logFailure(report, { sweep, ...logFields(row) }, err);
        return 'failed';
      });
      counts[result] = (counts[result] ?? 0) + 1;
    }),
  );
  report.recordSweep(sweep, counts);
  return counts.failed ?? 0;
}
