import type { LogoType, MerchantId } from '@parley/domain';
import type { Merchant as MerchantModel } from '../generated/client.ts';
import type { Connection } from '../sql/client.ts';
import { selectColumns } from '../sql/columns.ts';
import { sql } from '../sql/sql.ts';

const fields = [
  'name',
  'settingsVersion',
  'supportEmail',
  'supportUrl',
  'supportPhone',
  'termsUrl',
  'privacyUrl',
  'accentColor',
  'cornerRadius',
  'successText',
  'logoHash',
  'embeddingOrigins',
  'defaultPayerDestinationUrl',
  'defaultLifetimeSeconds',
  'emailReceipts',
] as const satisfies (keyof MerchantModel)[];

/** What a merchant sets for both modes. */
export type MerchantSettings = Readonly<Pick<MerchantModel, (typeof fields)[number]>>;

/** The settings in a select list, for the alias m. */
export const settingsColumns = selectColumns<MerchantSettings>('m', fields);

export interface LogoRecord {
  /** SHA-256, lowercase hex. */
  readonly hash: string;
  readonly contentType: LogoType;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** The settings of one merchant, which has them in both modes. */
export function merchantSettingsRepository(db: Connection, merchantId: MerchantId) {
  async function find(lock = sql.empty): Promise<MerchantSettings | null> {
    const [row] = await db.$queryRaw<Record<string, unknown>[]>`
      SELECT ${settingsColumns.list} FROM merchant m WHERE m.id = ${merchantId} ${lock}`;
    return row ? settingsColumns.read(row) : null;
  }

  return {
    find: () => find(),
    /** Reads the settings and locks them until the transaction ends. New sessions, which refer to the row, do not wait. */
    lock: () => find(sql`FOR NO KEY UPDATE`),

    /**
     * Changes the settings unless someone else did since `version`.
     * @returns false if someone did
     */
    async update(
      version: number,
      patch: Partial<Omit<MerchantSettings, 'settingsVersion'>>,
      now: Date,
    ): Promise<boolean> {
      const { count } = await db.merchant.updateMany({
        where: { id: merchantId, settingsVersion: version },
        data: { ...patch, settingsVersion: version + 1, updatedAt: now },
      });
      return count === 1;
    },

    async findLogo(hash: string): Promise<LogoRecord | null> {
      const row = await db.merchantLogo.findUnique({
        where: { merchantId_hash: { merchantId, hash } },
        select: { hash: true, contentType: true, content: true },
      });
      return row as LogoRecord | null;
    },

    /** Saves the logo, or none for null, and deletes every other one. */
    async replaceLogo(logo: LogoRecord | null): Promise<void> {
      await db.merchantLogo.deleteMany({ where: { merchantId, NOT: { hash: logo?.hash ?? '' } } });
      if (!logo) return;
      await db.merchantLogo.createMany({ data: [{ merchantId, ...logo }], skipDuplicates: true });
    },
  };
}
