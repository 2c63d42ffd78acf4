import { isId, type PspConfigId } from '@parley/domain';
import type { Connection } from './client.ts';
import { guarded } from './errors.ts';
import type { PspConfig as PspConfigModel } from './generated/client.ts';
import type { Scope } from './records.ts';
import type { SecretBox } from './secret-box.ts';

/** A merchant's account at the payment provider. */
export interface PspConfigRecord extends Scope {
  readonly id: PspConfigId;
  readonly psp: string;
  /** inactive has never taken an attempt; retired serves those it began. */
  readonly status: 'inactive' | 'active' | 'retired';
  /** Origin of the provider's API. */
  readonly apiUrl: string;
  /** Where a payer's browser loads the provider's script from. */
  readonly scriptUrl: string;
  /** The provider's own id of the account; null until it was read. */
  readonly accountId: string | null;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Null until the provider was told where to send its events. */
  readonly webhookSecret: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An account as a list shows it: its secrets stay sealed. */
export interface PspConfigSummary extends Omit<PspConfigRecord, 'secretKey' | 'webhookSecret'> {
  readonly secretKeyLastFour: string | null;
  readonly hasWebhookSecret: boolean;
}

type NewPspConfig = Omit<PspConfigRecord, keyof Scope | 'createdAt' | 'updatedAt' | 'accountId'> & {
  readonly accountId?: string;
  /** When, by the database's clock; by this machine's if left out. */
  readonly createdAt?: Date;
};

type Changeable = Partial<
  Pick<PspConfigRecord, 'publishableKey' | 'secretKey' | 'webhookSecret' | 'accountId' | 'status'>
>;

const secretKeyRow = (id: string): string => `${id}:secret_key`;
const webhookSecretRow = (id: string): string => `${id}:webhook_secret`;

function toRecord(row: PspConfigModel, box: SecretBox): PspConfigRecord {
  const { secretKeySealed, webhookSecretSealed, secretKeyLastFour: _, ...rest } = row;
  return {
    ...(rest as Omit<PspConfigRecord, 'secretKey' | 'webhookSecret'>),
    secretKey: box.open(secretKeySealed, secretKeyRow(row.id)),
    webhookSecret: webhookSecretSealed && box.open(webhookSecretSealed, webhookSecretRow(row.id)),
  };
}

function toSummary({ secretKeySealed: _, webhookSecretSealed, ...rest }: PspConfigModel) {
  return { ...rest, hasWebhookSecret: webhookSecretSealed !== null } as PspConfigSummary;
}

/** The secrets as they are kept. */
function sealed(
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
      ? { webhookSecretSealed: box.seal(webhookSecret, webhookSecretRow(id)) }
      : {}),
  };
}

/** The provider accounts of one merchant in one mode; secrets sealed on the way in, opened on the way out. */
export function pspConfigRepository(db: Connection, { merchantId, mode }: Scope, box: SecretBox) {
  const mine = { merchantId, mode };

  return {
    async find(id: string): Promise<PspConfigRecord | null> {
      const row = await db.pspConfig.findFirst({ where: { ...mine, id } });
      return row && toRecord(row, box);
    },

    async findSummary(id: string): Promise<PspConfigSummary | null> {
      const row = await db.pspConfig.findFirst({ where: { ...mine, id } });
      return row && toSummary(row);
    },

    /** Newest first. */
    async list(
      limit: number,
      after?: { createdAt: Date; id: string },
    ): Promise<PspConfigSummary[]> {
      const rows = await db.pspConfig.findMany({
        where: {
          ...mine,
          ...(after && {
            OR: [
              { createdAt: { lt: after.createdAt } },
              { createdAt: after.createdAt, id: { lt: after.id } },
            ],
          }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return rows.map(toSummary);
    },

    /** The id of the account that takes new attempts, without opening its secrets. */
    async findActiveId(): Promise<PspConfigId | null> {
      const row = await db.pspConfig.findFirst({
        where: { ...mine, status: 'active' },
        select: { id: true },
      });
      return row && (row.id as PspConfigId);
    },

    /** Where the script of an account comes from; of the active one when `id` is null. */
    async findScriptUrl(id: PspConfigId | null): Promise<string | null> {
      const row = await db.pspConfig.findFirst({
        where: { ...mine, ...(id ? { id } : { status: 'active' }) },
        select: { scriptUrl: true },
      });
      return row?.scriptUrl ?? null;
    },

    /** Locks all of them until the transaction ends, so that one change of them follows the other. */
    async lockAll(): Promise<void> {
      await db.$queryRaw`
        SELECT id FROM psp_config WHERE merchant_id = ${merchantId} AND mode = ${mode}
        ORDER BY id FOR UPDATE`;
    },

    async insert(record: NewPspConfig): Promise<void> {
      const { secretKey, webhookSecret, ...given } = record;
      const rest = given.createdAt ? { ...given, updatedAt: given.createdAt } : given;
      const { secretKeySealed, ...secrets } = sealed(box, record.id, { secretKey, webhookSecret });
      if (!secretKeySealed) throw new Error('an account has a secret key');
      await db.pspConfig.create({ data: { ...rest, ...mine, ...secrets, secretKeySealed } });
    },

    async update(id: PspConfigId, patch: Changeable, now: Date): Promise<void> {
      const { secretKey, webhookSecret, ...rest } = patch;
      const { count } = await db.pspConfig.updateMany({
        where: { ...mine, id },
        data: { ...rest, ...sealed(box, id, { secretKey, webhookSecret }), updatedAt: now },
      });
      guarded(count, 'psp_config');
    },

    /** Makes this account the one that takes new attempts; the one before serves those it began. */
    async activate(id: PspConfigId, now: Date): Promise<void> {
      await db.pspConfig.updateMany({
        where: { ...mine, status: 'active', id: { not: id } },
        data: { status: 'retired', updatedAt: now },
      });
      await this.update(id, { status: 'active' }, now);
    },
  };
}

/** Looks an account up by id alone, as the provider's own calls name it. */
export async function findPspConfig(
  db: Connection,
  id: string,
  box: SecretBox,
): Promise<PspConfigRecord | null> {
  if (!isId('pspcfg', id)) return null;
  const row = await db.pspConfig.findUnique({ where: { id } });
  return row && toRecord(row, box);
}
