import type pg from 'pg';
import type { Config } from '../config.ts';
import { runDueTimers } from '../timers/run-timers.ts';
import { clockMs, setClock } from './clock.ts';

/**
 * Lets time pass: what falls due on the way happens at its own time and in its order. Deliveries
 * that wait for another try come nearer by as much.
 * @returns how many timers ran
 */
export async function advanceClock(
  pool: pg.Pool,
  config: Config,
  seconds: number,
): Promise<number> {
  const target = clockMs() + seconds * 1000;
  let ran = 0;
  for (;;) {
    const due = await nextTimer(pool, target);
    if (due === null) break;
    await setClock(pool, due);
    ran += await runDueTimers(pool, config);
  }
  await setClock(pool, target);
  await pool.query(
    `UPDATE webhook_delivery SET due_at = due_at - make_interval(secs => $1)
     WHERE state = 'pending' AND lease_token IS NULL`,
    [seconds],
  );
  return ran;
}

async function nextTimer(pool: pg.Pool, until: number): Promise<number | null> {
  const found = await pool.query<{ ms: string | null }>(
    'SELECT extract(epoch FROM min(due_at)) * 1000 AS ms FROM timer WHERE due_at <= to_timestamp($1)',
    [until / 1000],
  );
  const ms = found.rows[0]?.ms;
  return ms === null || ms === undefined ? null : Math.ceil(Number(ms));
}
