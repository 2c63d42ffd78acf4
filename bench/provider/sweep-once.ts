import { setTimeout as pause } from 'node:timers/promises';
import type { World } from './world.ts';

const LIMIT_MS = 90_000;

interface Left {
  readonly waiting: number;
  readonly checks: number;
  readonly lost: number;
  readonly unread: number;
}

/**
 * A sweep: every account's list read, every event applied and every attempt in motion asked about,
 * once.
 * @returns seconds it took, and what it left undone
 */
export async function sweepOnce({ database }: World): Promise<{ seconds: number; left: string }> {
  const { client } = database;
  const began = performance.now();
  const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT now()`;
  const from = clock?.now ?? new Date();
  await client.$executeRaw`
    UPDATE acquisition_attempt SET provider_check_at = now() WHERE provider_check_at IS NOT NULL`;
  // What killed workers hold comes back when its lease ends; nobody waits a minute here.
  await client.$executeRaw`UPDATE acquisition_attempt SET leased_until = now() WHERE leased_until > now()`;
  await client.$executeRaw`UPDATE proxy_session SET leased_until = now() WHERE leased_until > now()`;
  await client.$executeRaw`UPDATE provider_event SET leased_until = now() WHERE leased_until > now()`;
  await client.$executeRaw`UPDATE provider_cursor SET leased_until = now() WHERE leased_until > now()`;
  for (;;) {
    const [left] = await client.$queryRaw<Left[]>`
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
