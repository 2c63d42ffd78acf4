import { randomUUID } from 'node:crypto';
import type { Connection } from '../sql/client.ts';
import type { SecretBox } from '../sql/secret-box.ts';

/** The authenticator app of a user. */
export interface SecondFactor {
  readonly id: string;
  /** The shared secret, in base32. */
  readonly secret: string;
  /** Whether the user has entered a code of it, so that it is required. */
  readonly isConfirmed: boolean;
}

/** Second factors of users and the codes that replace them. */
export function secondFactorRepository(db: Connection, box: SecretBox) {
  return {
    async find(userId: string): Promise<SecondFactor | null> {
      const row = await db.secondFactor.findUnique({ where: { userId } });
      if (!row) return null;
      const secret = box.open(row.secretSealed, secretRow(row.id));
      return { id: row.id, secret, isConfirmed: row.confirmedAt !== null };
    },

    /** Whether a user has confirmed a second factor. Does not read its secret. */
    async isRequired(userId: string): Promise<boolean> {
      const where = { userId, confirmedAt: { not: null } };
      return (await db.secondFactor.count({ where })) > 0;
    },

    /** Stores a secret, in place of one that was not confirmed. Returns false if one is confirmed. */
    async start(userId: string, secret: string): Promise<boolean> {
      await db.secondFactor.deleteMany({ where: { userId, confirmedAt: null } });
      const id = randomUUID();
      const { count } = await db.secondFactor.createMany({
        data: [{ id, userId, secretSealed: box.seal(secret, secretRow(id)) }],
        skipDuplicates: true,
      });
      return count === 1;
    },

    /** Requires the second factor from now on. Returns false if it was replaced or is confirmed. */
    async confirm(id: string, at: Date): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { id, confirmedAt: null },
        data: { confirmedAt: at },
      });
      return count === 1;
    },

    /** Uses up the code of a period. Returns false if it or a later one was used. */
    async useStep(id: string, step: number): Promise<boolean> {
      const { count } = await db.secondFactor.updateMany({
        where: { id, lastStep: { lt: step } },
        data: { lastStep: step },
      });
      return count === 1;
    },

    /** Deletes the second factor and its recovery codes. Returns false if none was confirmed. */
    async delete(userId: string): Promise<boolean> {
      await db.recoveryCode.deleteMany({ where: { userId } });
      const where = { userId, confirmedAt: { not: null } };
      return (await db.secondFactor.deleteMany({ where })).count === 1;
    },

    async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
      await db.recoveryCode.deleteMany({ where: { userId } });
      await db.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) });
    },

    /** Uses up a recovery code. Returns false if it does not exist. */
    async useRecoveryCode(userId: string, codeHash: string): Promise<boolean> {
      return (await db.recoveryCode.deleteMany({ where: { userId, codeHash } })).count === 1;
    },

    countRecoveryCodes: (userId: string): Promise<number> =>
      db.recoveryCode.count({ where: { userId } }),
  };
}

const secretRow = (id: string) => `${id}:secret`;
