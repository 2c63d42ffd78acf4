import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Longer than a lease of a minute, so that work of processes that were killed at the end is claimed again. */
const LIMIT_MS = 150_000;
const CHECK_EVERY_MS = 500;

const remaining = `
  SELECT
    (SELECT count(*)::int FROM provider_event WHERE status = 'waiting') AS provider_events,
    (SELECT count(*)::int FROM acquisition_attempt WHERE provider_check_at <= now()) AS attempt_checks,
    (SELECT count(*)::int FROM acquisition_attempt WHERE status IN ('processing', 'unknown')) AS open_attempts,
    (SELECT count(*)::int FROM provider_cursor WHERE read_until < $1::timestamptz) AS unread_events,
    (SELECT count(*)::int FROM outbox_waiting) AS events,
    (SELECT count(*)::int FROM webhook_delivery d
     JOIN webhook_endpoint p ON p.merchant_id = d.merchant_id AND p.id = d.endpoint_id
     WHERE d.status = 'waiting' AND p.status = 'active') AS deliveries`;

/**
 * Waits until the product has nothing more to do: every event of the provider read and applied, every open attempt
 * checked, every webhook delivered. Retries and checks that are planned for later are made due at once, several
 * times, because one may plan the next. Leases are left to expire.
 * @returns what remains after the time limit, by name; empty if nothing
 */
export async function settle(
  pool: pg.Pool,
  log: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await pool.query<{ now: Date }>('SELECT now()');
  const began = performance.now();
  for (let checks = 0; ; checks++) {
    if (checks % 10 === 0) await makeDue(pool);
    const { rows: found } = await pool.query(remaining, [rows[0]?.now]);
    const left = Object.fromEntries(
      Object.entries(found[0] as Record<string, number>).filter(([, count]) => count > 0),
    );
    const isOver = performance.now() - began > LIMIT_MS;
    if (Object.keys(left).length === 0 || isOver) return left;
    if (checks % 20 === 19) log(`remaining: ${JSON.stringify(left)}`);
    await delay(CHECK_EVERY_MS);
  }
}

async function makeDue(pool: pg.Pool): Promise<void> {
  await pool.query(
    `UPDATE acquisition_attempt SET provider_check_at = now() WHERE provider_check_at > now()`,
  );
  await pool.query(
    `UPDATE webhook_delivery SET due_at = now() WHERE status = 'waiting' AND due_at > now()`,
  );
  await pool.query(`UPDATE webhook_endpoint_queue SET due_at = now() WHERE due_at > now()`);
  await pool.query(`UPDATE provider_cursor SET due_at = now() WHERE due_at > now()`);
  await pool.query(
    `UPDATE provider_event SET due_at = now() WHERE status = 'waiting' AND due_at > now()`,
  );
}
