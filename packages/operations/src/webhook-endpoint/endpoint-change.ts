import type { EndpointRecord, JsonObject, Transaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { endpointNotFound, webhookEndpointView } from './webhook-endpoint-view.ts';

/** A change of a locked endpoint. */
export interface EndpointChange {
  readonly tx: Transaction;
  /** The endpoint when it was locked. */
  readonly endpoint: EndpointRecord;
  readonly now: Date;
  /** Adds the change to the audit log. */
  readonly audit: (action: EndpointAction, details?: JsonObject) => Promise<void>;
}

type EndpointAction =
  | 'created'
  | 'updated'
  | 'archived'
  | 'deactivated'
  | 'signing_secret_rotated'
  | 'previous_secret_revoked'
  | 'pinged'
  | 'delivery_resent'
  | 'events_replayed';

/**
 * Locks an endpoint that is not archived and runs `work` on it.
 * @throws DomainError not_found, endpoint_archived, and whatever `work` throws
 */
export async function changeEndpoint<T>(
  deps: Deps,
  caller: Caller,
  id: string,
  work: (change: EndpointChange) => Promise<T>,
): Promise<T> {
  return inTransaction(deps, caller, async (tx) => {
    const endpoint = await tx.webhookEndpoints.lock(id);
    if (!endpoint) throw endpointNotFound();
    if (endpoint.status === 'archived') throw new DomainError('endpoint_archived');
    return work(await endpointChange(deps, caller, tx, endpoint));
  });
}

/** The change of an endpoint in a transaction that holds its lock. */
export async function endpointChange(
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  endpoint: EndpointRecord,
): Promise<EndpointChange> {
  const now = await tx.now();
  return {
    tx,
    endpoint,
    now,
    audit: (action, details = {}) =>
      recordAuditEntry(deps, tx, caller, {
        action: `webhook_endpoint.${action}`,
        objectId: endpoint.id,
        at: now,
        details,
      }),
  };
}

/** Like `changeEndpoint`, but requires an active endpoint. */
export async function changeActiveEndpoint<T>(
  deps: Deps,
  caller: Caller,
  id: string,
  work: (change: EndpointChange) => Promise<T>,
): Promise<T> {
  return changeEndpoint(deps, caller, id, (change) => {
    if (change.endpoint.status === 'active') return work(change);
    throw new DomainError(
      'invalid_request',
      'The endpoint is inactive and receives no events. Set its status to active first.',
    );
  });
}

/** The response: the endpoint as it is in the transaction. */
export async function loadEndpointResponse({
  tx,
  endpoint,
}: Pick<EndpointChange, 'tx' | 'endpoint'>) {
  const after = await tx.webhookEndpoints.find(endpoint.id);
  // Stryker disable next-line ConditionalExpression: the transaction holds its lock
  if (!after) throw endpointNotFound();
  return { webhook_endpoint: webhookEndpointView(after) };
}
