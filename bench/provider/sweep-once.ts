import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from './start-product.ts';

const LIMIT_MS = 90_000;

interface Remaining {
  readonly waiting: number;
  readonly checks: number;
  readonly lost: number;
  readonly unread: number;
}

/**
 * Waits for one full sweep: every event list read, every event applied, every open attempt checked.
 * @returns its duration in seconds, and what remains to do
 */
export async function sweepOnce({ database }: Product): Promise<{ seconds: number; left: string }> {
  const { client } = database;
  const began = performance.now();
  const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT now()`;
  const from = clock?.now ?? new Date();
  await client.$executeRaw`
    UPDATE acquisition_attempt SET provider_check_at = now() WHERE provider_check_at IS NOT NULL`;
  // Ends the leases of killed workers, which would otherwise take a minute.
  await client.$executeRaw`UPDATE acquisition_attempt SET leased_until = now() WHERE leased_until > now()`;
  await client.$executeRaw`UPDATE proxy_session SET leased_until = now() WHERE leased_until > now()`;
  await client.$executeRaw`UPDATE provider_event SET leased_until = now() WHERE leased_until > now()`;
  await client.$executeRaw`UPDATE provider_cursor SET leased_until = now() WHERE leased_until > now()`;
  for (;;) {
    const [left] = await client.$queryRaw<Remaining[]>`
      SELECT (SELECT count(*)::int FROM provider_event WHERE status = 'waiting') AS waiting,
        (SELECT count(*)::int FROM acquisition_attempt WHERE provider_check_at <= now()) AS checks,
        (SELECT count(*)::int FROM acquisition_attempt
         WHERE status = 'reserved' AND provider_retry_not_after <= now()) AS lost,
        (SELECT count(*)::int FROM provider_cursor
         WHERE read_until < ${from}::timestamptz - interval '2 seconds') AS unread`;
    const ms = performance.now() - began;
    const done = left && left.waiting + left.checks + left.lost + left.unread === 0;
    if (done || ms > LIMIT_MS) {
      return { seconds: ms / 1000, left: done ? 'nothing' : JSON.stringify(left) };
    }
    await pause(500);
  }
}
