import type { Connection } from '../sql/client.ts';
import { getPartition, type MerchantPartition } from '../sql/merchant-partitions.ts';
import type { FindDueMerchants } from './due-merchants.ts';

/** The search for due work, and the leases by which workers divide the merchants. */
export function dueWork(db: Connection, find: FindDueMerchants) {
  return {
    /**
     * Finds merchants with due work, without locks. The claims take these merchants, so that each of their
     * statements stays on one shard.
     */
    find,

    /**
     * Renews the lease by which other workers notice this one. All workers that hold one divide the merchants
     * evenly, in the order of their tokens. The partitions of two workers may overlap until both have renewed;
     * the leases of rows decide who processes them.
     * @param token identifies the worker; random
     * @returns the partition of this worker
     */
    async renewLease(token: string, seconds: number): Promise<MerchantPartition> {
      await db.$executeRaw`
        INSERT INTO worker_lease (token, leased_until)
        VALUES (${token}, now() + make_interval(secs => ${seconds}))
        ON CONFLICT (token) DO UPDATE SET leased_until = excluded.leased_until`;
      const workers = await db.$queryRaw<{ token: string; isHeld: boolean }[]>`
        SELECT token, leased_until > now() AS "isHeld" FROM worker_lease ORDER BY token`;
      const ended = workers.filter((worker) => !worker.isHeld && worker.token !== token);
      if (ended.length > 0) {
        await db.$executeRaw`
          DELETE FROM worker_lease
          WHERE token = ANY(${ended.map((worker) => worker.token)}) AND leased_until <= now()`;
      }
      const held = workers
        .filter((worker) => !ended.includes(worker))
        .map((worker) => worker.token);
      return getPartition(held.indexOf(token), held.length);
    },

    /** Ends the lease, so that the other workers divide the merchants among themselves. */
    async endLease(token: string): Promise<void> {
      await db.$executeRaw`DELETE FROM worker_lease WHERE token = ${token}`;
    },
  };
}
