import type { Connection } from '../sql/client.ts';
import { isNotLeased } from './due-queues.ts';
import type { Lease } from './leases.ts';

interface SweepInfo {
  readonly name: string;
  /** When it runs next; while it runs, when it was due. */
  readonly dueAt: Date;
  /** Until when a worker holds it; null if none does. */
  readonly leasedUntil: Date | null;
}

/** Work on all merchants, which one worker does at a time. */
export function sweeps(db: Connection) {
  return {
    list: () =>
      db.$queryRaw<SweepInfo[]>`
        SELECT name, due_at AS "dueAt", leased_until AS "leasedUntil" FROM sweep ORDER BY name`,

    /**
     * Leases a due sweep to one worker; false when it is not due or another worker has it. A new sweep is
     * due at once, so its time is truncated: the column would round it up, to after the claim.
     */
    async claim(name: string, { token, seconds }: Omit<Lease, 'limit'>): Promise<boolean> {
      await db.$executeRaw`
        INSERT INTO sweep (name, due_at) VALUES (${name}, date_trunc('milliseconds', now()))
        ON CONFLICT DO NOTHING`;
      const claimed = await db.$executeRaw`
        UPDATE sweep
        SET lease_token = ${token}, leased_until = now() + make_interval(secs => ${seconds})
        WHERE name = ${name} AND due_at <= now() AND ${isNotLeased}`;
      return claimed === 1;
    },

    /** Finishes the sweep leased with `token` and makes it due again in `inSeconds`. */
    async finish(name: string, token: string, inSeconds: number): Promise<void> {
      await db.$executeRaw`
        UPDATE sweep SET lease_token = NULL, leased_until = NULL,
          due_at = now() + make_interval(secs => ${inSeconds})
        WHERE name = ${name} AND lease_token = ${token}`;
    },
  };
}
