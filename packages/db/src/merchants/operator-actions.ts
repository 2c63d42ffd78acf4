import type { AuditEntryId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { type JsonObject, toPrismaJson } from '../sql/records.ts';

/** An action of an operator that concerns more than one merchant. Those on one merchant are audit entries. */
export interface OperatorAction {
  readonly id: AuditEntryId;
  /** Such as encryption_keys.rotated. */
  readonly action: string;
  /** Details without secrets. */
  readonly details: JsonObject;
  /** The name that the operator gave, or that of the operating system's user. */
  readonly operator: string;
}

/** Adds an action to the log of operators, by the database clock. Entries are never changed. */
export async function insertOperatorAction(db: Connection, entry: OperatorAction): Promise<void> {
  const { details, ...rest } = entry;
  await db.operatorAction.create({ data: { ...rest, details: toPrismaJson(details) } });
}
