import { DomainError } from '@parley/domain';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** Logs and counts what sweeps do. */
export interface SweepReport {
  readonly logger: Logger;
  /** Logs and counts the rows of one run by result. Does nothing if there were none. */
  record(sweep: string, counts: Readonly<Record<string, number>>): void;
}

/** @param registry where the counter is registered; it is not exported without one */
export function createSweepReport(logger: Logger, registry?: Registry): SweepReport {
  const rows = new Counter({
    name: 'parley_sweep_rows_total',
    help: 'Rows that sweeps have processed, by result.',
    labelNames: ['sweep', 'result'],
    registers: registry ? [registry] : [],
  });
  return {
    logger,
    record(sweep, counts) {
      const nonZero = Object.entries(counts).filter(([, count]) => count > 0);
      if (nonZero.length === 0) return;
      for (const [result, count] of nonZero) rows.inc({ sweep, result }, count);
      logger.info({ msg: 'sweep', sweep, ...Object.fromEntries(nonZero) });
    },
  };
}

/** Logs why a row failed: an outage or a refusal as a warning, anything else as an error. */
export function logFailure({ logger }: SweepReport, fields: object, err: unknown): void {
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
  report: SweepReport,
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
  report.record(sweep, counts);
  return counts.failed ?? 0;
}
