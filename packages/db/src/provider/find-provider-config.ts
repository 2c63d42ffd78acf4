import { isId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { cacheLookups } from '../sql/lookup-cache.ts';
import { type SecretBox, UnreadableSecret } from '../sql/secret-box.ts';
import { type ProviderConfigRecord, webhookSecretRow } from './provider-configs.ts';

/** What verifies the events of an account. */
export interface ProviderConfigVerification
  extends Pick<ProviderConfigRecord, 'id' | 'merchantId' | 'mode' | 'status'> {
  /** Whether so many of the merchant's events wait for a worker that no more are accepted. */
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
  return { ...account, webhookSecrets, isBacklogged: await isBacklogged(db, row.merchantId) };
}

/** The number of events of a merchant that may wait for a worker. */
const MAX_WAITING_EVENTS = 20_000;

async function isBacklogged(db: Connection, merchantId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM provider_event WHERE merchant_id = ${merchantId} AND status = 'waiting'
      LIMIT ${MAX_WAITING_EVENTS}) AS waiting`;
  return row?.count === MAX_WAITING_EVENTS;
}

/**
 * Finds accounts as `findProviderConfig` does, at most once a second also with `refresh`: strangers can request
 * it with wrong signatures.
 */
export const cacheProviderConfigs = (
  db: Connection,
  box: SecretBox,
  onUnreadable: (error: UnreadableSecret) => void,
) => cacheLookups((id) => findProviderConfig(db, id, box, onUnreadable));
