import type pg from 'pg';

/** Milliseconds by which the simulated time is ahead of the real time; one clock per process. */
let aheadMs = 0;

/** The simulated time, in milliseconds since 1970. */
export const clockMs = (): number => Date.now() + aheadMs;
/** The simulated time, in whole seconds since 1970. */
export const nowSeconds = (): number => Math.floor(clockMs() / 1000);
/** The real time, in whole seconds since 1970, for signatures and events: receivers compare them with their own clock. */
export const realSeconds = (): number => Math.floor(Date.now() / 1000);

/** Restores the simulated time that was saved before a restart. */
export async function loadClock(pools: readonly pg.Pool[]): Promise<void> {
  const saved = pools.map(async (pool) => {
    const found = await pool.query<{ ahead_ms: string }>('SELECT ahead_ms FROM clock');
    return Number(found.rows[0]?.ahead_ms ?? 0);
  });
  aheadMs = Math.max(...(await Promise.all(saved)));
}

/** Sets and saves the simulated time, in milliseconds since 1970. It never goes back. */
export async function setClock(pool: pg.Pool, ms: number): Promise<void> {
  aheadMs = Math.max(aheadMs, ms - Date.now());
  await pool.query('UPDATE clock SET ahead_ms = GREATEST(ahead_ms, $1)', [Math.ceil(aheadMs)]);
}
