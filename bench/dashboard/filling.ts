import type { MerchantId } from '@parley/domain';
import type pg from 'pg';

/** A merchant in test mode whose tables are filled. */
export interface Filling {
  readonly client: pg.Client;
  readonly merchantId: MerchantId;
}
