import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { endpointChange, loadEndpointResponse } from './endpoint-change.ts';
import { endpointNotFound } from './webhook-endpoint-view.ts';

/** Waiting deliveries canceled in the same transaction; a sweep cancels the rest. */
const CANCELED_AT_ONCE = 5_000;

/**
 * Archives an endpoint permanently and cancels its waiting deliveries. Repeating the call changes
 * nothing. Source: interface 4.21.
 * @throws DomainError not_found
 */
export async function archiveWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  input: { webhook_endpoint_id: string },
) {
  return inTransaction(deps, caller, async (tx) => {
    const endpoint = await tx.webhookEndpoints.lock(input.webhook_endpoint_id);
    if (!endpoint) throw endpointNotFound();
    const { now, audit } = await endpointChange(deps, caller, tx, endpoint);
    if (endpoint.status !== 'archived') {
      await tx.webhookEndpoints.update(
        endpoint.id,
        { status: 'archived', inactiveReason: null },
        now,
      );
      await tx.webhookEndpoints.removePreviousSecret(endpoint.id, now);
      await tx.webhookEndpoints.setQueuesDue(endpoint.id, false);
      await tx.webhookDeliveries.cancelWaiting(endpoint.id, CANCELED_AT_ONCE);
      await audit('archived', { status: { from: endpoint.status, to: 'archived' } });
    }
    return loadEndpointResponse({ tx, endpoint });
  });
}
