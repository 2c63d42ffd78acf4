import { type EndpointStatus, isId, type WebhookEndpointId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { requireOneRow } from '../sql/errors.ts';
import { type ListPosition, listRows } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { type SecretBox, UnreadableSecret } from '../sql/secret-box.ts';
import { sql } from '../sql/sql.ts';

/** A URL that receives event notifications. The record does not contain its secrets. */
export interface EndpointRecord {
  readonly id: WebhookEndpointId;
  readonly url: string;
  /** An empty list subscribes to every type. */
  readonly eventTypes: readonly string[];
  readonly eventSchemaVersion: string;
  readonly status: EndpointStatus;
  /** Why the service made it inactive: it returned 410, or failed for too long. */
  readonly inactiveReason: 'gone' | 'failing' | null;
  readonly inactiveSince: Date | null;
  /** When the current run of failed attempts began. */
  readonly failingSince: Date | null;
  /** When the previous secret stops signing; null when there is none. */
  readonly previousSigningSecretExpiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Changeable = Pick<
  EndpointRecord,
  | 'url'
  | 'eventTypes'
  | 'eventSchemaVersion'
  | 'status'
  | 'inactiveReason'
  | 'inactiveSince'
  | 'failingSince'
>;

const columns = sql`
  id, url, event_types AS "eventTypes", event_schema_version AS "eventSchemaVersion", status,
  inactive_reason AS "inactiveReason", inactive_since AS "inactiveSince",
  failing_since AS "failingSince", created_at AS "createdAt", updated_at AS "updatedAt",
  CASE WHEN previous_signing_secret_expires_at > now() THEN previous_signing_secret_expires_at END
    AS "previousSigningSecretExpiresAt"`;

/** The number of newest deliveries of an endpoint in which hasReceived looks for a successful one. */
const NEWEST_DELIVERIES = 1_000;

/** The row id that an endpoint's sealed signing secrets are bound to. */
const secretRow = (endpointId: string): string => `${endpointId}:signing_secret`;

/** The secrets that sign for an endpoint. */
export interface OpenedSecrets {
  /** The valid signing secrets, newest first; empty if the current one cannot be decrypted. */
  readonly secrets: readonly string[];
  /** Why one of the valid signing secrets cannot be decrypted. */
  readonly unreadableSecret: UnreadableSecret | null;
}

export interface SealedSecrets {
  readonly secret: Uint8Array;
  /** Null unless it still signs. */
  readonly previousSecret: Uint8Array | null;
}

/** Decrypts the secrets of one endpoint. A failure concerns this endpoint only, so it is not an error. */
export function openSecrets(
  box: SecretBox,
  endpointId: WebhookEndpointId,
  { secret, previousSecret }: SealedSecrets,
): OpenedSecrets {
  const secrets: string[] = [];
  try {
    secrets.push(box.open(secret, secretRow(endpointId)));
    if (previousSecret) secrets.push(box.open(previousSecret, secretRow(endpointId)));
    return { secrets, unreadableSecret: null };
  } catch (error) {
    if (error instanceof UnreadableSecret) return { secrets, unreadableSecret: error };
    throw error;
  }
}

/** The webhook endpoints of one merchant in one mode. */
export function webhookEndpointRepository(db: Connection, scope: Scope, box: SecretBox) {
  const { merchantId, mode } = scope;
  const inScope = sql`merchant_id = ${merchantId} AND mode = ${mode}`;

  async function find(id: string, lock = sql.empty): Promise<EndpointRecord | null> {
    if (!isId('whend', id)) return null;
    const rows = await db.$queryRaw<EndpointRecord[]>`
      SELECT ${columns} FROM webhook_endpoint WHERE ${inScope} AND id = ${id} ${lock}`;
    return rows[0] ?? null;
  }

  return {
    find: (id: string) => find(id),
    /** Reads an endpoint and locks it until the transaction ends. */
    lock: (id: string) => find(id, sql`FOR UPDATE`),

    /** Lists endpoints, newest first; `archived` restricts the list to archived or other ones. */
    async list(limit: number, after?: ListPosition, archived?: boolean) {
      const byArchived =
        archived === undefined ? undefined : sql`(status = 'archived') = ${archived}`;
      const list = { table: sql`webhook_endpoint`, columns, index: [inScope, byArchived] };
      return (await listRows<EndpointRecord>(db, list, { limit, after })).rows;
    },

    /** Whether an endpoint is active. */
    async hasActive(): Promise<boolean> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM webhook_endpoint WHERE ${inScope} AND status = 'active' LIMIT 1`;
      return rows.length > 0;
    },

    /** Whether an active endpoint accepted one of its newest deliveries. */
    async hasReceived(): Promise<boolean> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM webhook_endpoint e
        CROSS JOIN LATERAL (
          SELECT status FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = e.id
          ORDER BY event_id DESC LIMIT ${NEWEST_DELIVERIES}) d
        WHERE e.merchant_id = ${merchantId} AND e.mode = ${mode} AND e.status = 'active'
          AND d.status = 'succeeded' LIMIT 1`;
      return rows.length > 0;
    },

    async insert(
      record: Changeable & Pick<EndpointRecord, 'id' | 'createdAt'>,
      signingSecret: string,
    ): Promise<void> {
      await db.webhookEndpoint.create({
        data: {
          ...record,
          ...scope,
          eventTypes: [...record.eventTypes],
          updatedAt: record.createdAt,
          signingSecretSealed: box.seal(signingSecret, secretRow(record.id)),
          queues: { create: [{ queueNumber: 0 }, { queueNumber: 1 }] },
        },
      });
    },

    async update(id: WebhookEndpointId, patch: Partial<Changeable>, now: Date): Promise<void> {
      const { eventTypes, ...rest } = patch;
      const { count } = await db.webhookEndpoint.updateMany({
        where: { merchantId, mode, id, status: { not: 'archived' } },
        data: { ...rest, ...(eventTypes ? { eventTypes: [...eventTypes] } : {}), updatedAt: now },
      });
      requireOneRow(count, 'webhook_endpoint');
    },

    /**
     * Replaces the signing secret. The previous secret signs as well until `previousExpiresAt`; an
     * older one no longer signs.
     * @returns the sealed secret in base64, for `openSecret`
     */
    async rotateSecret(
      id: WebhookEndpointId,
      secret: string,
      previousExpiresAt: Date,
      now: Date,
    ): Promise<string> {
      const sealed = box.seal(secret, secretRow(id));
      const count = await db.$executeRaw`
        UPDATE webhook_endpoint
        SET previous_signing_secret_sealed = signing_secret_sealed,
            previous_signing_secret_expires_at = ${previousExpiresAt},
            signing_secret_sealed = ${sealed}, updated_at = ${now}
        WHERE ${inScope} AND id = ${id}`;
      requireOneRow(count, 'webhook_endpoint');
      return Buffer.from(sealed).toString('base64');
    },

    openSecret(id: string, sealed: string): string {
      return box.open(Buffer.from(sealed, 'base64'), secretRow(id));
    },

    /** Opens the secrets that sign for some endpoints, to verify a signature. */
    async openSecrets(
      ids: readonly WebhookEndpointId[],
    ): Promise<Map<WebhookEndpointId, OpenedSecrets>> {
      const rows = await db.$queryRaw<(SealedSecrets & { readonly id: WebhookEndpointId })[]>`
        SELECT id, signing_secret_sealed AS secret,
          CASE WHEN previous_signing_secret_expires_at > now()
            THEN previous_signing_secret_sealed END AS "previousSecret"
        FROM webhook_endpoint WHERE ${inScope} AND id = ANY(${[...ids]}::text[])`;
      return new Map(rows.map(({ id, ...sealed }) => [id, openSecrets(box, id, sealed)]));
    },

    /** Deletes the previous secret, so that only the current one signs. */
    async removePreviousSecret(id: WebhookEndpointId, now: Date): Promise<void> {
      await db.$executeRaw`
        UPDATE webhook_endpoint
        SET previous_signing_secret_sealed = NULL, previous_signing_secret_expires_at = NULL,
            updated_at = ${now}
        WHERE ${inScope} AND id = ${id}`;
    },

    /** Makes the endpoint's queues due now, or removes their due times until the next notification. */
    async setQueuesDue(id: WebhookEndpointId, due: boolean): Promise<void> {
      await db.$executeRaw`
        UPDATE webhook_endpoint_queue
        SET due_at = ${due ? sql`now()` : sql`NULL`}, notification_count = notification_count + 1,
            failing = false, slow_responses = 0
        WHERE merchant_id = ${merchantId} AND endpoint_id = ${id}`;
    },
  };
}
