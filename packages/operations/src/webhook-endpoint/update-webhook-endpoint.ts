import type { UpdateWebhookEndpointInput } from '@parley/contract';
import { changesBetween } from '../audit/record-audit.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { requireUrl } from './create-webhook-endpoint.ts';
import { changeEndpoint, endpointAnswer } from './endpoint-change.ts';
import { endpointSettings, webhookEndpointView } from './webhook-endpoint-view.ts';

/**
 * Changes what is given and leaves the rest. Made active again, or given another URL, it begins
 * with a clean record, and what waited for it is due. Source: interface 4.20.
 * @throws DomainError not_found, endpoint_archived, invalid_request
 */
export async function updateWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  input: UpdateWebhookEndpointInput,
) {
  if (input.url !== undefined) requireUrl(deps, input.url);
  return changeEndpoint(deps, caller, input.webhook_endpoint_id, async (change) => {
    const { tx, endpoint, now, audit } = change;
    const { url = endpoint.url, status = endpoint.status } = input;
    const changed = {
      ...(url === endpoint.url ? {} : { url, failingSince: null }),
      ...(input.event_types === undefined ? {} : { eventTypes: input.event_types ?? [] }),
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
    if (Object.keys(changed).length === 0) return endpointAnswer(change);
    await tx.webhookEndpoints.update(endpoint.id, changed, now);
    if (status !== endpoint.status || url !== endpoint.url) {
      await tx.webhookEndpoints.setLanesDue(endpoint.id, status === 'active');
    }
    const answer = await endpointAnswer(change);
    const before = endpointSettings(webhookEndpointView(endpoint));
    const changes = changesBetween(before, endpointSettings(answer.webhook_endpoint));
    await audit('updated', changes);
    return answer;
  });
}
