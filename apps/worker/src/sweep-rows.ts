import type { SweepReport } from './sweep-report.ts';

/**
 * Does `work` for every row that was taken, all at once, and tells what became of them. One that
 * fails holds up no other: it is left alone until its lease ends.
 * @param name what the log calls a row
 * @param work answers what became of the row, in one word
 * @returns how many failed
 */
export async function sweepRows<Row>(
  { logger, tell }: SweepReport,
  sweep: string,
  rows: readonly Row[],
  name: (row: Row) => Readonly<Record<string, string>>,
  work: (row: Row) => Promise<string>,
): Promise<number> {
  const did: Record<string, number> = {};
  await Promise.all(
    rows.map(async (row) => {
      const result = await work(row).catch((err: unknown) => {
        logger.warn({ msg: 'sweep failed', sweep, ...name(row), err });
        return 'failed';
      });
      did[result] = (did[result] ?? 0) + 1;
    }),
  );
  tell(sweep, did);
  return did.failed ?? 0;
}
