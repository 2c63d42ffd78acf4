import { isId, type PspConfigId } from '@parley/domain';
import type { Connection } from './client.ts';
import type { PspConfig as PspConfigModel } from './generated/client.ts';
import type { Scope } from './records.ts';
import type { SecretBox } from './sealed.ts';

/** A merchant's account at the payment provider. */
export interface PspConfigRecord extends Scope {
  readonly id: PspConfigId;
  readonly psp: string;
  readonly status: 'active' | 'retired';
  /** Origin of the provider's API. */
  readonly apiUrl: string;
  /** Where a payer's browser loads the provider's script from. */
  readonly scriptUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

function toRecord(row: PspConfigModel, box: SecretBox): PspConfigRecord {
  const { secretKeySealed, webhookSecretSealed, createdAt: _c, updatedAt: _u, ...rest } = row;
  return {
    ...(rest as Omit<PspConfigRecord, 'secretKey' | 'webhookSecret'>),
    secretKey: box.open(secretKeySealed, `${row.id}:secret_key`),
    webhookSecret: box.open(webhookSecretSealed, `${row.id}:webhook_secret`),
  };
}

/** The provider accounts of one merchant in one mode; secrets sealed on the way in, opened on the way out. */
export function pspConfigRepository(db: Connection, scope: Scope, box: SecretBox) {
  return {
    /** The account that takes new attempts; null when the merchant has none. */
    async findActive(): Promise<PspConfigRecord | null> {
      const row = await db.pspConfig.findFirst({ where: { ...scope, status: 'active' } });
      return row && toRecord(row, box);
    },

    async find(id: string): Promise<PspConfigRecord | null> {
      const row = await db.pspConfig.findFirst({ where: { ...scope, id } });
      return row && toRecord(row, box);
    },

    /** The id of the account that takes new attempts, without opening its secrets. */
    async findActiveId(): Promise<PspConfigId | null> {
      const row = await db.pspConfig.findFirst({
        where: { ...scope, status: 'active' },
        select: { id: true },
      });
      return row && (row.id as PspConfigId);
    },

    /** Where the script of an account comes from; of the active one when `id` is null. */
    async findScriptUrl(id: PspConfigId | null): Promise<string | null> {
      const row = await db.pspConfig.findFirst({
        where: { ...scope, ...(id ? { id } : { status: 'active' }) },
        select: { scriptUrl: true },
      });
      return row?.scriptUrl ?? null;
    },

    async insert(record: Omit<PspConfigRecord, keyof Scope>): Promise<void> {
      const { secretKey, webhookSecret, ...rest } = record;
      await db.pspConfig.create({
        data: {
          ...rest,
          ...scope,
          secretKeySealed: box.seal(secretKey, `${record.id}:secret_key`),
          webhookSecretSealed: box.seal(webhookSecret, `${record.id}:webhook_secret`),
        },
      });
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
