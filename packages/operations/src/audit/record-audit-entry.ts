import type { AuditRecord, JsonObject, Transaction } from '@parley/db';
import type { AuditObjectType } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/** The change, e.g. webhook_endpoint.updated, and the type of its object if its name begins otherwise. */
type NamedAction =
  | { readonly action: `${AuditObjectType}.${string}`; readonly objectType?: undefined }
  | { readonly action: string; readonly objectType: AuditObjectType };

export type AuditedAction = NamedAction & {
  readonly objectId: string;
  /** The time of the change, by the database's clock. */
  readonly at: Date;
  /** Further details; never a secret. */
  readonly details?: JsonObject;
};

/**
 * Records a change and its actor in the transaction of the change. Sessions have a history instead.
 */
export function recordAuditEntry(
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  action: AuditedAction,
): Promise<void> {
  return tx.audit.append({ ...getEntry(caller, action), id: deps.newId('audit') });
}

/** Records a change of the merchant or its team, which has no mode, in the audit logs of both modes. */
export function recordMerchantAuditEntry(
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  action: AuditedAction,
): Promise<void> {
  return tx.audit.appendToBothModes(getEntry(caller, action), () => deps.newId('audit'));
}

function getEntry(
  { actor, requestId, address }: Caller,
  { at, details = {}, objectType, ...what }: AuditedAction,
): Omit<AuditRecord, 'id'> {
  return {
    ...what,
    objectType: objectType ?? (what.action.split('.', 1)[0] as AuditObjectType),
    details,
    actorKind: actor.kind,
    actorId: actor.id,
    requestId,
    address: address ?? null,
    createdAt: at,
  };
}

/** The fields in which two views of an object differ, each with its old and new value. */
export function diffFields(before: object, after: object): JsonObject {
  const from: JsonObject = { ...before };
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(from[field]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed.map(([field, to]) => [field, { from: from[field], to }]));
}
