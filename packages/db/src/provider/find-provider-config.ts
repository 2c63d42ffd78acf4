import { isId, setNewest } from '@parley/domain';
import { batchReads } from '../sql/batch-reads.ts';
import type { Connection } from '../sql/client.ts';
import { cacheLookups } from '../sql/lookup-cache.ts';
import type { Scope } from '../sql/records.ts';
import { type SecretBox, UnreadableSecret } from '../sql/secret-box.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { type ProviderConfigRecord, webhookSecretRow } from './provider-configs.ts';

/** What verifies the events of an account. */
export interface ProviderConfigVerification
  extends Pick<ProviderConfigRecord, 'id' | 'merchantId' | 'mode' | 'status'> {
  /** Whether so many of the merchant's events of the mode wait for a worker that no more are accepted. */
  readonly isBacklogged: boolean;
  /** The signing secret, then the previous one until it expires by the database clock; empty until one is set. */
  readonly webhookSecrets: readonly string[];
}

/**
 * Finds an account by its id alone, for requests from the provider. Opens its signing secrets only.
 * @param onUnreadable is called when no key opens the previous secret, which then verifies nothing
 * @throws UnreadableSecret when no key opens the current secret
 */
export async function findProviderConfig(
  db: Connection,
  id: string,
  box: SecretBox,
  onUnreadable: (error: UnreadableSecret) => void,
): Promise<ProviderConfigVerification | null> {
  if (!isId('pspcfg', id)) return null;
  const [row] = await db.$queryRaw<
    (Omit<ProviderConfigVerification, 'webhookSecrets' | 'isBacklogged'> & {
      current: Uint8Array | null;
      previous: Uint8Array | null;
    })[]
  >`
    SELECT id, merchant_id AS "merchantId", mode, status, webhook_secret_sealed AS current,
      CASE WHEN previous_webhook_secret_expires_at > now() THEN previous_webhook_secret_sealed END
        AS previous
    FROM psp_config WHERE id = ${id}`;
  if (!row) return null;
  const { current, previous, ...account } = row;
  const webhookSecrets: string[] = [];
  if (current) webhookSecrets.push(box.open(current, webhookSecretRow(row.id)));
  try {
    if (previous) webhookSecrets.push(box.open(previous, webhookSecretRow(row.id)));
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    onUnreadable(error);
  }
  return { ...account, webhookSecrets, isBacklogged: await isBacklogged(db, account) };
}

/** The number of events of a merchant and mode that may wait for a worker. */
const MAX_WAITING_EVENTS = 20_000;

async function isBacklogged(db: Connection, { merchantId, mode }: Scope): Promise<boolean> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM provider_event
      WHERE merchant_id = ${merchantId} AND mode = ${mode} AND status = 'waiting'
      LIMIT ${MAX_WAITING_EVENTS}) AS waiting`;
  return row?.count === MAX_WAITING_EVENTS;
}

/**
 * Finds accounts as `findProviderConfig` does, at most once a second also with `refresh`: unauthenticated clients can request
 * it with wrong signatures.
 */
export const cacheProviderConfigs = (
  db: Connection,
  box: SecretBox,
  onUnreadable: (error: UnreadableSecret) => void,
) => cacheLookups((id) => findProviderConfig(db, id, box, onUnreadable));

/** Ids beyond this number are refused rather than looked up: anyone can make up ids. */
const MAX_WAITING_IDS = 1_000;
/** Bounds the memory. */
const MAX_KNOWN_IDS = 10_000;

/**
 * Returns a function that returns whether an account exists. Ids that arrive during a statement share the next
 * one, so that a flood of made-up ids takes one connection. An account is never deleted, so those that exist are
 * not looked up again. The function throws service_unavailable when too many ids wait.
 * @param frequent connections for frequent reads
 */
export function createConfigCheck(frequent: QueryConnection): (id: string) => Promise<boolean> {
  // In the order in which they were found.
  const known = new Map<string, true>();
  const find = batchReads<string, true, object>(
    async (_, ids) => {
      const rows = await frequent.$queryRaw<{ id: string }[]>`
        SELECT id FROM psp_config WHERE id = ANY(${ids})`;
      return new Map(rows.map((row) => [row.id, true]));
    },
    { maxRunning: 1, maxWaiting: MAX_WAITING_IDS },
  );
  return async (id) => {
    if (!isId('pspcfg', id)) return false;
    if (known.has(id)) return true;
    if (!(await find({}, id))) return false;
    setNewest(known, id, true, MAX_KNOWN_IDS);
    return true;
  };
}
