import type { UpdateWebhookEndpointInput } from '@parley/contract';
import { diffFields } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { requireValidUrl } from './create-webhook-endpoint.ts';
import { changeEndpoint, loadEndpointResponse } from './endpoint-change.ts';
import { endpointSettings, webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * Changes the given fields. An endpoint that becomes active or gets another URL starts with no
 * recorded failures, and its waiting deliveries become due. Source: interface 4.20.
 * @throws DomainError not_found, endpoint_archived, invalid_request
 */
export async function updateWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  input: UpdateWebhookEndpointInput,
) {
  const newUrl = input.url === undefined ? undefined : requireValidUrl(deps, input.url);
  return changeEndpoint(deps, caller, input.webhook_endpoint_id, async (change) => {
    const { tx, endpoint, now, audit } = change;
    const { status = endpoint.status } = input;
    const url = newUrl ?? endpoint.url;
    const changed = {
      ...(url === endpoint.url ? {} : { url, failingSince: null }),
      ...(input.event_types === undefined ? {} : { eventTypes: [...new Set(input.event_types)] }),
      ...(input.event_schema_version ? { eventSchemaVersion: input.event_schema_version } : {}),
      ...(status === endpoint.status
        ? {}
        : {
            status,
            failingSince: null,
            inactiveReason: null,
            inactiveSince: status === 'active' ? null : now,
          }),
    };
    if (Object.keys(changed).length === 0) return loadEndpointResponse(change);
    await tx.webhookEndpoints.update(endpoint.id, changed, now);
    if (status !== endpoint.status || url !== endpoint.url) {
      await tx.webhookEndpoints.setQueuesDue(endpoint.id, status === 'active');
    }
    const response = await loadEndpointResponse(change);
    const before = endpointSettings(webhookEndpointView(endpoint));
    const changes = diffFields(before, endpointSettings(response.webhook_endpoint));
    await audit('updated', changes);
    return response;
  });
}
