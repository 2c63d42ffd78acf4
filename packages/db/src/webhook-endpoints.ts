import { isId, type WebhookEndpointId } from '@parley/domain';
import type { Connection } from './client.ts';
import { guarded } from './errors.ts';
import { Prisma } from './generated/client.ts';
import type { Scope } from './records.ts';
import type { SecretBox } from './secret-box.ts';

export type EndpointStatus = 'active' | 'inactive' | 'archived';

/** Where a merchant is told of events. Its secrets never leave with it. */
export interface EndpointRecord {
  readonly id: WebhookEndpointId;
  readonly url: string;
  /** Empty means every type. */
  readonly eventTypes: readonly string[];
  readonly eventSchemaVersion: string;
  readonly status: EndpointStatus;
  /** Why the service made it inactive: it answered 410, or failed for too long. */
  readonly inactiveReason: 'gone' | 'failing' | null;
  readonly inactiveSince: Date | null;
  /** Since when every attempt has failed. */
  readonly failingSince: Date | null;
  /** Until when the secret before this one signs too; null when it does not. */
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

const columns = Prisma.sql`
  id, url, event_types AS "eventTypes", event_schema_version AS "eventSchemaVersion", status,
  inactive_reason AS "inactiveReason", inactive_since AS "inactiveSince",
  failing_since AS "failingSince", created_at AS "createdAt", updated_at AS "updatedAt",
  CASE WHEN previous_signing_secret_expires_at > now() THEN previous_signing_secret_expires_at END
    AS "previousSigningSecretExpiresAt"`;

/** What a signing secret is sealed for. */
export const secretRow = (endpointId: string): string => `${endpointId}:signing_secret`;

/** The webhook endpoints of one merchant in one mode. */
export function webhookEndpointRepository(db: Connection, scope: Scope, box: SecretBox) {
  const { merchantId, mode } = scope;
  const mine = Prisma.sql`merchant_id = ${merchantId} AND mode = ${mode}`;

  async function find(id: string, lock = Prisma.empty): Promise<EndpointRecord | null> {
    if (!isId('whend', id)) return null;
    const rows = await db.$queryRaw<EndpointRecord[]>`
      SELECT ${columns} FROM webhook_endpoint WHERE ${mine} AND id = ${id} ${lock}`;
    return rows[0] ?? null;
  }

  return {
    find: (id: string) => find(id),
    /** The endpoint, locked until the transaction ends. */
    lock: (id: string) => find(id, Prisma.sql`FOR UPDATE`),

    /** Newest first; all of them, or only those that are archived, or are not. */
    async list(
      limit: number,
      after?: { createdAt: Date; id: string },
      archived?: boolean,
    ): Promise<EndpointRecord[]> {
      const only =
        archived === undefined ? Prisma.empty : Prisma.sql`AND (status = 'archived') = ${archived}`;
      return db.$queryRaw<EndpointRecord[]>`
        SELECT ${columns} FROM webhook_endpoint WHERE ${mine} ${only}
          ${after ? Prisma.sql`AND (created_at, id) < (${after.createdAt}, ${after.id})` : Prisma.empty}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
    },

    /** Those the service made inactive, and active ones whose attempts all fail; longest first. */
    async listNeedingAttention(limit: number): Promise<EndpointRecord[]> {
      return db.$queryRaw<EndpointRecord[]>`
        SELECT ${columns} FROM webhook_endpoint
        WHERE ${mine} AND (
          (status = 'inactive' AND inactive_reason IS NOT NULL)
          OR (status = 'active' AND failing_since IS NOT NULL))
        ORDER BY COALESCE(inactive_since, failing_since), id LIMIT ${limit}`;
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
          lanes: { create: [{ lane: 0 }, { lane: 1 }] },
        },
      });
    },

    async update(id: WebhookEndpointId, patch: Partial<Changeable>, now: Date): Promise<void> {
      const { eventTypes, ...rest } = patch;
      const { count } = await db.webhookEndpoint.updateMany({
        where: { merchantId, mode, id, status: { not: 'archived' } },
        data: { ...rest, ...(eventTypes ? { eventTypes: [...eventTypes] } : {}), updatedAt: now },
      });
      guarded(count, 'webhook_endpoint');
    },

    /**
     * Makes `secret` the one that signs; the one before signs too until `previousExpiresAt`, and
     * one before that no longer.
     * @returns the sealed secret, which `openSecret` reads
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
        WHERE ${mine} AND id = ${id}`;
      guarded(count, 'webhook_endpoint');
      return Buffer.from(sealed).toString('base64');
    },

    openSecret(id: string, sealed: string): string {
      return box.open(Buffer.from(sealed, 'base64'), secretRow(id));
    },

    /** From now on only the newest secret signs. */
    async removePreviousSecret(id: WebhookEndpointId, now: Date): Promise<void> {
      await db.$executeRaw`
        UPDATE webhook_endpoint
        SET previous_signing_secret_sealed = NULL, previous_signing_secret_expires_at = NULL,
            updated_at = ${now}
        WHERE ${mine} AND id = ${id}`;
    },

    /** Lets the workers look at the endpoint's lanes at once, or not again until they are told. */
    async setQueuesDue(id: WebhookEndpointId, due: boolean): Promise<void> {
      await db.$executeRaw`
        UPDATE webhook_lane
        SET due_at = ${due ? Prisma.sql`now()` : Prisma.sql`NULL`}, wakes = wakes + 1,
            failing = false
        WHERE merchant_id = ${merchantId} AND endpoint_id = ${id}`;
    },
  };
}
