import { type ServerProcess, spawnApp, waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { runRound } from '../test/run-round.ts';
import { type Sessions, startSessions } from '../test/sessions.ts';
import { sweepExpiredSessions, sweepOverdueReservations } from './sweeps.ts';

const sessions = await startSessions();
afterAll(() => sessions.stop());

const sql = (...query: Parameters<Sessions['database']['client']['$executeRaw']>) =>
  sessions.database.client.$executeRaw(...query);
const passDeadlines = () => sql`UPDATE proxy_session SET expires_at = now() - interval '1 second'`;
/** @param name that of its connections at the server */
const startWorker = (name = 'worker') => {
  const url = new URL(sessions.workerEnv.DATABASE_URL);
  url.searchParams.set('application_name', name);
  return spawnApp({
    app: 'worker',
    env: { ...sessions.workerEnv, DATABASE_URL: url.href },
  });
};
const readEvents = async (id: string) =>
  (await sessions.database.forScope(sessions.scope).outbox.listBySession(id)).map(
    ({ type }) => type,
  );
const count = (list: readonly string[], one: string) => list.filter((type) => type === one).length;
/** The number of swept rows in the logs, by result. */
function sweptRows(sweep: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { msg, sweep: name, ...line } of sessions.lines) {
    if (msg !== 'sweep' || name !== sweep) continue;
    for (const result of ['expired', 'marked_unknown', 'held', 'failed']) {
      const found = line[result];
      if (typeof found === 'number') sums[result] = (sums[result] ?? 0) + found;
    }
  }
  return sums;
}

/** The number of expired sessions in the metrics of the workers. */
async function countedBy(workers: readonly ServerProcess[]): Promise<number> {
  const counted = await Promise.all(
    workers.map(async ({ url }) => {
      const page = await (await fetch(`${url}/metrics`)).text();
      const found = /^parley_sweep_rows_total{.*result="expired".*} (\d+)$/m.exec(page);
      return Number(found?.[1] ?? 0);
    }),
  );
  return counted.reduce((sum, one) => sum + one, 0);
}

const sweepExpired = () =>
  runRound(sessions.database, 'expired_sessions', (merchants) =>
    sweepExpiredSessions(sessions.deps, sessions.report, merchants),
  );

/** Runs a sweep in five concurrent workers until nothing is due. */
const together = (sweep: () => Promise<boolean>) =>
  Promise.all(
    Array.from({ length: 5 }, async () => {
      while (await sweep());
    }),
  );

describe('concurrent workers', () => {
  it('expire every session once without claiming the same one', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => sessions.open()));
    await passDeadlines();
    sessions.lines.length = 0;
    await together(sweepExpired);
    for (const id of ids) {
      expect(await sessions.readStatuses(id)).toEqual(['expired', 'expired']);
      expect(count(await readEvents(id), 'proxy_session.expired')).toBe(1);
    }
    expect(sweptRows('expired_sessions')).toEqual({ expired: 60 });
  });

  it('mark every expired reservation unknown once without claiming the same one', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => sessions.reserved()));
    await sql`UPDATE acquisition_attempt SET provider_retry_not_after = now() - interval '1 millisecond' WHERE status = 'reserved'`;
    sessions.lines.length = 0;
    await together(() =>
      runRound(sessions.database, 'overdue_reservations', (merchants) =>
        sweepOverdueReservations(sessions.deps, sessions.report, merchants),
      ),
    );
    for (const id of ids) {
      expect(await sessions.readStatuses(id)).toEqual(['created', 'unknown']);
      expect(count(await readEvents(id), 'acquisition_attempt.unknown')).toBe(1);
    }
    expect(sweptRows('overdue_reservations')).toEqual({ marked_unknown: 40 });
  });

  it('expire every session once as separate processes', { timeout: 240_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => sessions.open()));
    await passDeadlines();
    const starting = [startWorker(), startWorker(), startWorker()];
    try {
      const workers = await Promise.all(starting);
      const areAllExpired = async () => {
        const where = { id: { in: ids }, status: 'expired' };
        return (await sessions.database.client.proxySession.count({ where })) === 40;
      };
      // A worker that gets no connection in time on a busy machine leaves its rows until their lease ends.
      await waitFor(areAllExpired, { timeoutMs: 100_000, what: 'every session to expire' }).catch(
        (error: unknown) => {
          throw new Error(workers.map((worker) => worker.output()).join('\n'), { cause: error });
        },
      );
      // The metrics of all workers add up to each session once.
      await waitFor(async () => (await countedBy(workers)) === 40, { what: 'forty to be counted' });
    } finally {
      // A worker that outlives the test would expire the sessions of the next ones.
      for (const one of await Promise.allSettled(starting)) {
        if (one.status === 'fulfilled') await one.value.stop();
      }
    }
    for (const id of ids) expect(count(await readEvents(id), 'proxy_session.expired')).toBe(1);
  });
});

describe('a worker that is killed while it expires a session', () => {
  it('keeps its lease until it ends, and then another worker expires the session', async () => {
    const id = await sessions.reserved();
    const worker = await startWorker('killed_worker');
    await sessions.database.client.$transaction(
      async (tx) => {
        // The worker can claim the session but not expire it.
        await tx.$queryRaw`
          SELECT 1 FROM acquisition_attempt
          WHERE merchant_id = ${sessions.scope.merchantId} AND proxy_session_id = ${id} FOR UPDATE`;
        await sql`UPDATE proxy_session SET expires_at = now() - interval '1 millisecond' WHERE id = ${id}`;
        await waitFor(
          async () => {
            const row = await sessions.database.client.proxySession.findFirstOrThrow({
              where: { id },
            });
            return row.leasedUntil !== null;
          },
          { what: 'the worker to take the session' },
        );
        await worker.kill();
        // The server still runs a statement that the worker has sent: it waits for the row above.
        await tx.$queryRaw`
          SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
          WHERE application_name = 'killed_worker'`;
      },
      { timeout: 30_000 },
    );
    await sweepExpired();
    expect(await sessions.readStatuses(id)).toEqual(['created', 'reserved']);
    await sql`UPDATE proxy_session SET leased_until = now() - interval '1 millisecond' WHERE id = ${id}`;
    await sweepExpired();
    expect(await sessions.readStatuses(id)).toEqual(['expired', 'expired']);
    expect(count(await readEvents(id), 'proxy_session.expired')).toBe(1);
  });
});
