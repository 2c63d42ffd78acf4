import type { Scope } from '@parley/db';
import { isFailingTooLong } from '@parley/domain';
import { createEventRecord } from '../event/event-record.ts';
import { type Caller, systemCaller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { endpointChange } from './endpoint-change.ts';
import { webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * Deactivates an endpoint that responded with 410 or has failed for too long, and notifies the
 * merchant's other endpoints. Its waiting deliveries stay until it is active again.
 * @returns false when the endpoint is already inactive or has recovered
 */
export async function deactivateEndpoint(
  deps: Deps,
  scope: Scope,
  { id, reason }: { id: string; reason: 'gone' | 'failing' },
): Promise<boolean> {
  const caller: Caller = systemCaller(scope);
  return deps.database.transaction(caller, async (tx) => {
    const endpoint = await tx.webhookEndpoints.lock(id);
    if (endpoint?.status !== 'active') return false;
    const { now, audit } = await endpointChange(deps, caller, tx, endpoint);
    if (reason === 'failing') {
      const since = endpoint.failingSince;
      if (!since || !isFailingTooLong(since, now.getTime())) return false;
      if (await tx.webhookDeliveries.hasSucceededSince(endpoint.id, since)) return false;
    }
    const changed = { status: 'inactive', inactiveReason: reason, inactiveSince: now } as const;
    await tx.webhookEndpoints.update(endpoint.id, changed, now);
    await tx.webhookEndpoints.setQueuesDue(endpoint.id, false);
    const after = { ...endpoint, ...changed, updatedAt: now };
    await tx.outbox.append([
      createEventRecord(caller, {
        id: deps.newId('evt'),
        type: 'webhook_endpoint.deactivated',
        proxySessionId: null,
        sequence: 0,
        at: now,
        object: webhookEndpointView(after),
        previous: webhookEndpointView(endpoint),
      }),
    ]);
    await audit('deactivated', {
      status: { from: 'active', to: 'inactive' },
      reason,
    });
    return true;
  });
}
