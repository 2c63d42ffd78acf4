import type { ProviderConfigId } from '@parley/domain';
import { Prisma, type ProviderConfig as ProviderConfigModel } from '../generated/client.ts';
import type { Connection } from '../sql/client.ts';
import { selectColumns } from '../sql/columns.ts';
import { requireOneRow } from '../sql/errors.ts';
import { type ListPosition, listRows } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { type SecretBox, UnreadableSecret } from '../sql/secret-box.ts';
import { sql } from '../sql/sql.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';

/** A merchant's account at the payment provider. */
export interface ProviderConfigRecord extends Scope {
  readonly id: ProviderConfigId;
  readonly psp: string;
  /** `active` takes new attempts, `retired` finishes its attempts, `inactive` never had any. */
  readonly status: 'inactive' | 'active' | 'retired';
  /** Origin of the provider's API. */
  readonly apiUrl: string;
  /** URL from which a payer's browser loads the provider's script. */
  readonly scriptUrl: string;
  /** The provider's id of the account; null until it has been read. */
  readonly accountId: string | null;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Verifies the provider's events; null until it has been set. */
  readonly webhookSecret: string | null;
  /** When the replaced signing secret stops verifying events; null when there is none. */
  readonly previousWebhookSecretExpiresAt: Date | null;
  /** The endpoint that was created at the provider for the config; null if none was. */
  readonly webhookEndpointId: string | null;
  /** When a verified event was last received, to about a minute. */
  readonly lastEventAt: Date | null;
  /** When it was last activated; null if it never was, or before this was recorded. */
  readonly activatedAt: Date | null;
  /** The config of another account that received the payments before; null in test mode. */
  readonly replacedId: ProviderConfigId | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An account without its secrets. */
export interface ProviderConfigSummary
  extends Omit<ProviderConfigRecord, 'secretKey' | 'webhookSecret'> {
  readonly secretKeyLastFour: string | null;
  readonly hasWebhookSecret: boolean;
}

type NewProviderConfig = Omit<
  ProviderConfigRecord,
  | keyof Scope
  | 'createdAt'
  | 'updatedAt'
  | 'accountId'
  | 'previousWebhookSecretExpiresAt'
  | 'webhookEndpointId'
  | 'lastEventAt'
  | 'activatedAt'
  | 'replacedId'
> & {
  readonly accountId?: string;
  /** By the database clock; the application clock if omitted. */
  readonly createdAt?: Date;
};

type Changeable = Partial<
  Pick<
    ProviderConfigRecord,
    | 'publishableKey'
    | 'secretKey'
    | 'webhookSecret'
    | 'webhookEndpointId'
    | 'accountId'
    | 'status'
    | 'activatedAt'
    | 'replacedId'
  >
>;

const columns = selectColumns<ProviderConfigModel>(
  's',
  Object.keys(Prisma.ProviderConfigScalarFieldEnum),
);

const secretKeyRow = (id: string): string => `${id}:secret_key`;
export const webhookSecretRow = (id: string): string => `${id}:webhook_secret`;

function toRecord(row: ProviderConfigModel, box: SecretBox): ProviderConfigRecord {
  const {
    secretKeySealed,
    webhookSecretSealed,
    previousWebhookSecretSealed: _previous,
    secretKeyLastFour: _lastFour,
    ...rest
  } = row;
  return {
    ...(rest as Omit<ProviderConfigRecord, 'secretKey' | 'webhookSecret'>),
    secretKey: box.open(secretKeySealed, secretKeyRow(row.id)),
    webhookSecret: webhookSecretSealed && box.open(webhookSecretSealed, webhookSecretRow(row.id)),
  };
}

function toSummary({
  secretKeySealed: _key,
  previousWebhookSecretSealed: _previous,
  webhookSecretSealed,
  ...rest
}: ProviderConfigModel) {
  return { ...rest, hasWebhookSecret: webhookSecretSealed !== null } as ProviderConfigSummary;
}

/** The stored columns of the given secrets. A new signing secret drops the previous one. */
function sealSecrets(
  box: SecretBox,
  id: string,
  secrets: { secretKey?: string | undefined; webhookSecret?: string | null | undefined },
) {
  const { secretKey, webhookSecret } = secrets;
  return {
    ...(secretKey === undefined
      ? {}
      : {
          secretKeySealed: box.seal(secretKey, secretKeyRow(id)),
          secretKeyLastFour: secretKey.slice(-4),
        }),
    ...(webhookSecret
      ? {
          webhookSecretSealed: box.seal(webhookSecret, webhookSecretRow(id)),
          previousWebhookSecretSealed: null,
          previousWebhookSecretExpiresAt: null,
        }
      : {}),
  };
}

/** Opens the secrets of an account, once for all that read it in one statement. */
type OpenConfig = () => ProviderConfigRecord;

/**
 * Finds accounts of a merchant in one mode.
 * @returns the accounts by id
 */
export async function findProviderConfigs(
  db: QueryConnection,
  { merchantId, mode }: Scope,
  ids: readonly string[],
  box: SecretBox,
): Promise<ReadonlyMap<string, OpenConfig>> {
  const rows = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns.list} FROM psp_config s
    WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND s.id = ANY(${ids})`;
  return new Map(
    rows.map((joined) => {
      const row = columns.read(joined);
      let record: ProviderConfigRecord | undefined;
      const open = () => {
        record ??= toRecord(row, box);
        return record;
      };
      return [row.id, open];
    }),
  );
}

/** Finds an account by its id; null when there is none. */
export type FindConfig = (id: string) => Promise<OpenConfig | null>;

/** The provider accounts of one merchant in one mode. Secrets are sealed on write and opened on read. */
export function providerConfigRepository(
  db: Connection,
  scope: Scope,
  box: SecretBox,
  findConfig: FindConfig = async (id) =>
    (await findProviderConfigs(db, scope, [id], box)).get(id) ?? null,
) {
  const { merchantId, mode } = scope;
  const inScope = { merchantId, mode };

  return {
    async find(id: string): Promise<ProviderConfigRecord | null> {
      return (await findConfig(id))?.() ?? null;
    },

    async findSummary(id: string): Promise<ProviderConfigSummary | null> {
      const row = await db.providerConfig.findFirst({ where: { ...inScope, id } });
      return row && toSummary(row);
    },

    /** Newest first. */
    async list(limit: number, after?: ListPosition): Promise<ProviderConfigSummary[]> {
      const index = [sql`s.merchant_id = ${merchantId} AND s.mode = ${mode}`];
      const list = { table: sql`psp_config`, columns: columns.list, index };
      const { rows } = await listRows<Record<string, unknown>>(db, list, { limit, after });
      return rows.map((row) => toSummary(columns.read(row)));
    },

    /** The id of the active account. Does not open its secrets. */
    async findActiveId(): Promise<ProviderConfigId | null> {
      const row = await db.providerConfig.findFirst({
        where: { ...inScope, status: 'active' },
        select: { id: true },
      });
      return row && (row.id as ProviderConfigId);
    },

    /** The account that receives payments or, if none is active, the one that was retired last. */
    async findLastInUse(): Promise<ProviderConfigSummary | null> {
      const row = await db.providerConfig.findFirst({
        where: { ...inScope, status: { in: ['active', 'retired'] } },
        // "active" is before "retired".
        orderBy: [{ status: 'asc' }, { updatedAt: 'desc' }, { id: 'desc' }],
      });
      return row && toSummary(row);
    },

    /** The script URL of an account; of the active one when `id` is null. */
    async findScriptUrl(id: ProviderConfigId | null): Promise<string | null> {
      const row = await db.providerConfig.findFirst({
        where: { ...inScope, ...(id ? { id } : { status: 'active' }) },
        select: { scriptUrl: true },
      });
      return row?.scriptUrl ?? null;
    },

    /** Locks all accounts until the transaction ends, which serializes activations. */
    async lockAll(): Promise<void> {
      await db.$queryRaw`
        SELECT id FROM psp_config WHERE merchant_id = ${merchantId} AND mode = ${mode}
        ORDER BY id FOR UPDATE`;
    },

    async insert(record: NewProviderConfig): Promise<void> {
      const { secretKey, webhookSecret, ...given } = record;
      const rest = given.createdAt ? { ...given, updatedAt: given.createdAt } : given;
      const { secretKeySealed, ...secrets } = sealSecrets(box, record.id, {
        secretKey,
        webhookSecret,
      });
      if (!secretKeySealed) throw new Error('a provider account needs a secret key');
      await db.providerConfig.create({
        data: { ...rest, ...inScope, ...secrets, secretKeySealed },
      });
    },

    async update(id: ProviderConfigId, patch: Changeable, now: Date): Promise<void> {
      const { secretKey, webhookSecret, ...rest } = patch;
      const { count } = await db.providerConfig.updateMany({
        where: { ...inScope, id },
        data: { ...rest, ...sealSecrets(box, id, { secretKey, webhookSecret }), updatedAt: now },
      });
      requireOneRow(count, 'psp_config');
    },

    /**
     * Replaces the signing secret by one that may be of any endpoint. The previous one verifies events too
     * until the given time, and an older one no longer does.
     */
    async rollWebhookSecret(
      id: ProviderConfigId,
      secret: string,
      previousExpiresAt: Date,
      now: Date,
    ): Promise<void> {
      const sealed = box.seal(secret, webhookSecretRow(id));
      const count = await db.$executeRaw`
        UPDATE psp_config
        SET previous_webhook_secret_sealed = webhook_secret_sealed,
            previous_webhook_secret_expires_at = ${previousExpiresAt},
            webhook_secret_sealed = ${sealed}, webhook_endpoint_id = NULL, updated_at = ${now}
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND id = ${id}
          AND webhook_secret_sealed IS NOT NULL`;
      requireOneRow(count, 'psp_config');
    },

    /** Whether `secret` is the current signing secret. One that no key opens is not. */
    async isWebhookSecret(id: ProviderConfigId, secret: string): Promise<boolean> {
      const row = await db.providerConfig.findFirst({
        where: { ...inScope, id },
        select: { webhookSecretSealed: true },
      });
      if (!row?.webhookSecretSealed) return false;
      try {
        return box.open(row.webhookSecretSealed, webhookSecretRow(id)) === secret;
      } catch (error) {
        if (error instanceof UnreadableSecret) return false;
        throw error;
      }
    },

    /** Changes when the previous signing secret stops verifying events. */
    async setPreviousWebhookSecretExpiry(
      id: ProviderConfigId,
      expiresAt: Date,
      now: Date,
    ): Promise<void> {
      const { count } = await db.providerConfig.updateMany({
        where: { ...inScope, id, previousWebhookSecretSealed: { not: null } },
        data: { previousWebhookSecretExpiresAt: expiresAt, updatedAt: now },
      });
      requireOneRow(count, 'psp_config');
    },

    /** Deletes the previous signing secret, so that only the current one verifies events. */
    async removePreviousWebhookSecret(id: ProviderConfigId, now: Date): Promise<void> {
      const { count } = await db.providerConfig.updateMany({
        where: { ...inScope, id },
        data: {
          previousWebhookSecretSealed: null,
          previousWebhookSecretExpiresAt: null,
          updatedAt: now,
        },
      });
      requireOneRow(count, 'psp_config');
    },

    /**
     * Activates an account and retires the active one, which finishes its attempts.
     * @param replacedId the config of another account that received the payments before
     */
    async activate(
      id: ProviderConfigId,
      replacedId: ProviderConfigId | null,
      now: Date,
    ): Promise<void> {
      await db.providerConfig.updateMany({
        where: { ...inScope, status: 'active', id: { not: id } },
        data: { status: 'retired', updatedAt: now },
      });
      await this.update(id, { status: 'active', activatedAt: now, replacedId }, now);
    },
  };
}
