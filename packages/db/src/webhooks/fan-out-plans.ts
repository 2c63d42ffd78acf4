import type { MerchantGroup } from '../sql/shards.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** How the events of a merchant can be fanned out. */
export interface FanOutPlan {
  readonly merchantId: string;
  /** Active endpoints in both modes. */
  readonly endpoints: number;
  readonly isSuspended: boolean;
  /** Failed fan-outs since the last success. */
  readonly failures: number;
  /** Whether its next try after a failure is not due yet. */
  readonly isSetAside: boolean;
}

/** Seconds until the first try after a failed fan-out; doubled after each, up to the maximum. */
const RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 600;

/** Reads the plans of merchants on one shard. */
export async function readFanOutPlans(
  db: SqlConnection,
  merchants: MerchantGroup,
): Promise<FanOutPlan[]> {
  const rows = await db.$queryRaw<{ id: string; kind: string; count: number; isDue: boolean }[]>`
    SELECT merchant_id AS id, 'endpoints' AS kind, count(*)::int AS count, true AS "isDue"
    FROM webhook_endpoint
    WHERE merchant_id = ANY(${merchants.ids}::text[]) AND status = 'active' GROUP BY merchant_id
    UNION ALL
    SELECT merchant_id, 'failures', failures, retry_at <= now() FROM fan_out_failure
    WHERE merchant_id = ANY(${merchants.ids}::text[])
    UNION ALL
    SELECT id, 'suspended', 1, true FROM merchant
    WHERE id = ANY(${merchants.ids}::text[]) AND suspended_at IS NOT NULL`;
  const found = new Map(rows.map(({ id, kind, ...row }) => [`${kind} ${id}`, row]));
  return merchants.ids.map((merchantId) => {
    const failure = found.get(`failures ${merchantId}`);
    return {
      merchantId,
      endpoints: found.get(`endpoints ${merchantId}`)?.count ?? 0,
      isSuspended: found.has(`suspended ${merchantId}`),
      failures: failure?.count ?? 0,
      isSetAside: failure?.isDue === false,
    };
  });
}

/** Sets a merchant aside. Returns the number of its failures. */
export async function recordFanOutFailure(
  db: SqlConnection,
  { merchantId, failures }: Pick<FanOutPlan, 'merchantId' | 'failures'>,
): Promise<number> {
  const seconds = Math.min(MAX_RETRY_SECONDS, RETRY_SECONDS * 2 ** Math.min(failures, 20));
  const [row] = await db.$queryRaw<{ failures: number }[]>`
    INSERT INTO fan_out_failure AS f (merchant_id, failures, failed_at, retry_at)
    VALUES (${merchantId}, 1, now(), now() + make_interval(secs => ${seconds}))
    ON CONFLICT (merchant_id) DO UPDATE SET failures = f.failures + 1,
      failed_at = excluded.failed_at, retry_at = excluded.retry_at
    RETURNING failures`;
  return row?.failures ?? 1;
}

/** Ends that a merchant is set aside. */
export async function removeFanOutFailure(
  db: SqlConnection,
  { merchantId }: Pick<FanOutPlan, 'merchantId'>,
): Promise<void> {
  await db.$executeRaw`DELETE FROM fan_out_failure WHERE merchant_id = ${merchantId}`;
}
