import { expect } from 'vitest';
import type { Database } from '../src/database.ts';
import type { Scope } from '../src/sql/records.ts';
import { insertRows, readAllRows } from './all-rows.ts';
import { addFullMerchant, type FullMerchant } from './full-merchant.ts';
import { addMerchant, addProviderConfig } from './rows.ts';

/** A text in the rows of a merchant, and what the rows of its copy have instead. */
export const [mark, markOfCopy] = ['a0a0a0', 'b0b0b0'];

/** Adds a merchant, and a second one with a copy of its rows under the same ids. */
export async function addMerchantPair(database: Database) {
  const own = await addFullMerchant(database, mark);
  const copy = await addMerchant(database);
  const replacements = [
    [own.scope.merchantId, copy.merchantId],
    [own.providerConfigId, await addProviderConfig(database, copy)],
    [mark, markOfCopy],
  ] as const;
  const inCopy = (json: string) =>
    replacements.reduce((text, [from, to]) => text.replaceAll(from, to), json);
  const alone = await readAllRows(database);
  // The ids of accounts are unique over all merchants.
  const { psp_config: _, ...rows } = alone;
  await insertRows(
    database,
    Object.fromEntries(Object.entries(rows).map(([name, texts]) => [name, texts.map(inCopy)])),
  );
  const all = await readAllRows(database);
  return {
    own,
    copy: copy as Scope,
    /** What the copy has instead of a value of the merchant. */
    inCopy: <Value>(value: Value): Value => JSON.parse(inCopy(JSON.stringify(value))),
    /** Deletes the rows of the second merchant. */
    removeCopy: () => insertRows(database, alone, { instead: true }),
    /** Undoes all writes since. */
    restore: () => insertRows(database, all, { instead: true }),
  };
}

/** The number of rows of each table that `work` writes or deletes. All must be rows of the merchant. */
export async function rowsWrittenBy(
  database: Database,
  { scope: { merchantId } }: FullMerchant,
  work: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const before = await readAllRows(database);
  await work();
  const written: Record<string, number> = {};
  for (const [table, after] of Object.entries(await readAllRows(database))) {
    const old = before[table] ?? [];
    const added = after.filter((row) => !old.includes(row));
    const removed = old.filter((row) => !after.includes(row));
    for (const row of [...added, ...removed]) {
      expect(JSON.parse(row)).toMatchObject({ merchant_id: merchantId });
    }
    const count = Math.max(added.length, removed.length);
    if (count > 0) written[table] = count;
  }
  return written;
}
