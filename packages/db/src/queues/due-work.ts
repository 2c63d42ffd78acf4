import type { Client } from '../sql/client.ts';
import { translateErrors } from '../sql/errors.ts';
import type { MerchantPartition } from '../sql/merchant-partitions.ts';
import type { FindDueMerchants } from './due-merchants.ts';
import { endWorkerLease, renewWorkerLease } from './worker-leases.ts';

/** The search for due work, and the leases by which workers divide the merchants. */
export interface DueWork {
  /**
   * Finds merchants with due work, without locks. The claims take these merchants, so that each of their
   * statements stays on one shard; without them a claim finds its merchants itself.
   */
  readonly find: FindDueMerchants;
  /**
   * Renews the lease of a worker.
   * @param token identifies the worker; random
   * @returns the merchants of this worker
   */
  renewLease(token: string, seconds: number): Promise<MerchantPartition>;
  endLease(token: string): Promise<void>;
}

export function dueWork(db: Client, find: FindDueMerchants): DueWork {
  return {
    find,
    renewLease: (token, seconds) => translateErrors(() => renewWorkerLease(db, token, seconds)),
    endLease: (token) => translateErrors(() => endWorkerLease(db, token)),
  };
}
