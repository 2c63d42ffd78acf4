import type { QueryConnection } from './sql-connection.ts';

/** Milliseconds after which an observation is too old: the clock or the server may have changed. */
const MAX_AGE_MS = 1_000;

/** The database clock as this process estimates it, so that a new row needs no statement to read it. */
export interface DatabaseClock {
  /**
   * The database's time with millisecond resolution. It is the latest observation plus the time that has
   * passed since, so it is late by at most the duration of the observed statement. A statement that took
   * longer than the one before it does not set it back.
   */
  now(): Promise<Date>;
  /** Records a time that a statement has just returned. */
  observe(now: Date): void;
}

/**
 * @param read reads the database clock, for the first use and after a second without an observation
 * @param elapsedMs a monotonic clock
 */
export function createDatabaseClock(
  read: () => Promise<Date>,
  elapsedMs: () => number = () => performance.now(),
): DatabaseClock {
  let latest: { readonly time: number; readonly at: number } | null = null;
  let reading: Promise<Date> | null = null;

  function observe(now: Date): void {
    const [time, at] = [now.getTime(), elapsedMs()];
    const age = latest ? at - latest.at : Number.POSITIVE_INFINITY;
    if (latest && age <= MAX_AGE_MS && time < latest.time + age) return;
    latest = { time, at };
  }

  async function readNow(): Promise<Date> {
    const now = await read();
    observe(now);
    return now;
  }

  return {
    observe,
    async now() {
      const age = latest ? elapsedMs() - latest.at : Number.POSITIVE_INFINITY;
      if (latest && age <= MAX_AGE_MS) return new Date(Math.floor(latest.time + age));
      reading ??= readNow().finally(() => {
        reading = null;
      });
      return reading;
    },
  };
}

/** When the current transaction began. */
export async function readClock(db: QueryConnection): Promise<Date> {
  const rows = await db.$queryRaw<{ now: Date }[]>`SELECT date_trunc('milliseconds', now()) AS now`;
  // Stryker disable next-line all: PostgreSQL always returns the row; the type does not say so.
  if (!rows[0]) throw new Error('SELECT now() returned no row');
  return rows[0].now;
}
