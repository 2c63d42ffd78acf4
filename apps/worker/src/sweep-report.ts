import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';

/** Where sweeps tell what they did. */
export interface SweepReport {
  readonly logger: Logger;
  /** One line and one count for a run, by what became of the rows; nothing where there were none. */
  tell(sweep: string, did: Readonly<Record<string, number>>): void;
}

/** @param registry where the counts are read; none are kept without it */
export function createSweepReport(logger: Logger, registry?: Registry): SweepReport {
  const rows = new Counter({
    name: 'parley_sweep_rows_total',
    help: 'Rows a sweep has taken, by what became of them.',
    labelNames: ['sweep', 'result'],
    registers: registry ? [registry] : [],
  });
  return {
    logger,
    tell(sweep, did) {
      const some = Object.entries(did).filter(([, count]) => count > 0);
      if (some.length === 0) return;
      for (const [result, count] of some) rows.inc({ sweep, result }, count);
      logger.info({ msg: 'sweep', sweep, ...Object.fromEntries(some) });
    },
  };
}
