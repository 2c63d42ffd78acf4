import { type Sql, sql } from './sql.ts';

/** A range of the hashes of merchant ids, both ends inclusive. */
export interface MerchantPartition {
  readonly firstHash: number;
  readonly lastHash: number;
}

const HASHES = 2 ** 32;
const FIRST_HASH = -(2 ** 31);

/** The partition of one of `count` workers. All partitions together cover every hash once. */
export function getPartition(index: number, count: number): MerchantPartition {
  const start = (at: number) => FIRST_HASH + Math.floor((at * HASHES) / count);
  return { firstHash: start(index), lastHash: start(index + 1) - 1 };
}

/**
 * Condition for the merchants of a partition. The hash is that by which Citus chooses the shard, so that a
 * partition covers few shards.
 * @param merchantId the merchant's column
 */
export const isInPartition = (merchantId: Sql, { firstHash, lastHash }: MerchantPartition): Sql =>
  sql`hashtext(${merchantId}) BETWEEN ${firstHash} AND ${lastHash}`;
