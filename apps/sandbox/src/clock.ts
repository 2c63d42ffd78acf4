import type pg from 'pg';

/** Milliseconds by which this sandbox lives ahead of the real time. One clock to a process. */
let aheadMs = 0;

/** The sandbox's own time, in milliseconds since 1970. */
export const clockMs = (): number => Date.now() + aheadMs;
/** The same, in whole seconds. */
export const nowSeconds = (): number => Math.floor(clockMs() / 1000);
/** The real time, for what others hold against their own clock: signatures, and events. */
export const realSeconds = (): number => Math.floor(Date.now() / 1000);

/** Takes up the time this sandbox had come to before it was restarted. */
export async function loadClock(pool: pg.Pool): Promise<void> {
  const found = await pool.query<{ ahead_ms: string }>('SELECT ahead_ms FROM clock');
  aheadMs = Number(found.rows[0]?.ahead_ms ?? 0);
}

/** Sets the time; it never goes back. */
export async function setClock(pool: pg.Pool, ms: number): Promise<void> {
  aheadMs = Math.max(aheadMs, ms - Date.now());
  await pool.query('UPDATE clock SET ahead_ms = GREATEST(ahead_ms, $1)', [Math.ceil(aheadMs)]);
}
