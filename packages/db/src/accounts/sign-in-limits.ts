import { hash } from 'node:crypto';
import type { Connection } from '../sql/client.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Delays repeated attempts to sign in, and repeated invitations. */
export interface SignInLimit {
  /** What the limit counts by, from `signInLimitKey`. */
  readonly key: string;
  /** Attempts without a delay. The delay after them is 1 s and doubles with each attempt. */
  readonly burst: number;
  /** The longest delay. Once per such time, one attempt is forgotten. */
  readonly slowestSeconds: number;
}

/** The key of a limit: a hash, so that it reveals no email or IP address. */
export function signInLimitKey(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts));
}

/** Limits on attempts, which all processes share. Times are those of the database. */
export function signInLimitRepository({ connection: db }: { readonly connection: Connection }) {
  return {
    /**
     * Counts an attempt in all limits, or in none if one of them delays it: so a caller who must wait
     * does not use up limits that other callers share.
     * @returns seconds until the next attempt may be made; 0 if this one is counted
     */
    async count(limits: readonly SignInLimit[]): Promise<number> {
      const keys = limits.map(({ key }) => key);
      const bursts = limits.map(({ burst }) => burst);
      const slowest = limits.map(({ slowestSeconds }) => slowestSeconds);
      // A row that two first attempts insert at the same time is locked by neither before, so the
      // update has the condition too. It has no parameters and no now(), which Citus refuses there.
      const [result] = await db.$queryRaw<{ counted: number; wait: number }[]>`
        WITH locked AS MATERIALIZED (
          SELECT ${delay} - ${elapsed(sql`now()`)} AS wait
          FROM sign_in_limit l WHERE l.key = ANY (${keys}) ORDER BY l.key FOR UPDATE
        ), counted AS (
          INSERT INTO sign_in_limit AS l (key, level, counted_at, burst, slowest_seconds)
          SELECT a.key, 1, now(), a.burst, a.slowest_seconds
          FROM unnest(${keys}::text[], ${bursts}::int[], ${slowest}::int[])
            AS a (key, burst, slowest_seconds)
          WHERE NOT EXISTS (SELECT FROM locked WHERE wait > 0) ORDER BY a.key
          ON CONFLICT (key) DO UPDATE SET
            level = 1 + GREATEST(0, LEAST(l.level, l.burst + 10)
              - ${elapsed(excludedTime)} / l.slowest_seconds),
            counted_at = GREATEST(l.counted_at, excluded.counted_at),
            burst = excluded.burst, slowest_seconds = excluded.slowest_seconds
          WHERE ${elapsed(excludedTime)} >= ${delay}
          RETURNING l.key
        )
        SELECT (SELECT count(*) FROM counted)::int AS counted,
          (SELECT max(wait) FROM locked)::double precision AS wait`;
      if (result?.counted === limits.length) return 0;
      return Math.max(1, Math.ceil(result?.wait ?? 0));
    },

    /**
     * Takes back an attempt that succeeded: forgets all attempts of its own limit, and this one of the
     * limits that it shares with other callers. Also deletes limits that were not used for a day.
     */
    async reset(key: string, sharedKeys: readonly string[]): Promise<void> {
      await db.$executeRaw`
        UPDATE sign_in_limit SET level = GREATEST(0, level - 1) WHERE key IN (
          SELECT key FROM sign_in_limit WHERE key = ANY (${sharedKeys}) ORDER BY key FOR UPDATE)`;
      await db.$executeRaw`
        DELETE FROM sign_in_limit WHERE key = ${key} OR key IN (
          SELECT key FROM sign_in_limit WHERE counted_at < now() - interval '1 day'
          LIMIT 100 FOR UPDATE SKIP LOCKED)`;
    },
  };
}

const excludedTime = sql`excluded.counted_at`;

/** Seconds since the last attempt. A statement that waited for another one began before it. */
const elapsed = (now: Sql) =>
  sql`GREATEST(0, EXTRACT(epoch FROM ${now} - l.counted_at)::double precision)`;

/** Seconds between the last attempt and the next one. */
const delay = sql`CASE WHEN l.level <= l.burst - 0.5 THEN 0
  ELSE LEAST(l.slowest_seconds, power(2, l.level - l.burst)) END`;
