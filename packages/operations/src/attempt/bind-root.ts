import type { AttemptRecord, ObjectCreator } from '@parley/db';
import { rootObjectFormats } from '@parley/domain';
import type { ObjectRef } from '@parley/provider';
import type { SessionChange } from '../session-change/session-change.ts';

export interface RootToBind {
  readonly id: string;
  readonly type: string;
  readonly createdBy: ObjectCreator;
  /** When the provider created it; null if it has not been read from the provider yet. */
  readonly createdAt: Date | null;
}

/**
 * Shows a checkout session in the merchant's view of the session.
 * @returns the columns that bind the root object to the attempt
 */
export function bindRoot(
  change: SessionChange,
  attempt: AttemptRecord,
  { id, type, createdBy, createdAt }: RootToBind,
): Partial<AttemptRecord> {
  const shown = change.session.providerCheckoutSessionId;
  // The object of a superseded attempt does not replace that of the current one.
  if (type === 'checkout.session' && (attempt.isCurrent || shown === null)) {
    change.patchSession({
      providerCheckoutSessionId: id,
      providerCheckoutSessionPsp: attempt.psp,
    });
  }
  return {
    providerRootObjectId: id,
    providerRootObjectType: type,
    rootCreatedBy: createdBy,
    providerCreatedAt: createdAt,
  };
}

/** The type and id of an attempt's root object; null while none is attached. */
export function boundRoot({
  providerRootObjectId: id,
  integrationPath,
}: AttemptRecord): ObjectRef | null {
  return id === null ? null : { type: rootObjectFormats[integrationPath].type, id };
}
