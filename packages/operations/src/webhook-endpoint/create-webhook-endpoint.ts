import type { CreateWebhookEndpointInput } from '@parley/contract';
import { EVENT_SCHEMA_VERSION, InvalidFieldError } from '@parley/domain';
import { generateSigningSecret, parseWebhookUrl } from '@parley/webhooks';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { requireBelowLimits } from '../request/require-below-limits.ts';
import { endpointChange } from './endpoint-change.ts';
import {
  endpointNotFound,
  endpointSettings,
  webhookEndpointView,
} from './webhook-endpoint-view.ts';

/**
 * Creates a webhook endpoint. Its initial signing secret is never returned; rotate_secret returns a
 * new one. Source: interface 4.18.
 * @throws DomainError invalid_request for a URL that is not https or not public, limit_reached
 */
export async function createWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  input: CreateWebhookEndpointInput,
) {
  const url = requireValidUrl(deps, input.url);
  return inTransaction(deps, caller, async (tx) => {
    await requireBelowLimits(deps, tx, ['webhook_endpoints', 'webhook_endpoints_per_day']);
    const id = deps.newId('whend');
    const now = await tx.now();
    const status = input.status ?? 'active';
    await tx.webhookEndpoints.insert(
      {
        id,
        url,
        eventTypes: [...new Set(input.event_types)],
        eventSchemaVersion: input.event_schema_version ?? EVENT_SCHEMA_VERSION,
        status,
        inactiveReason: null,
        inactiveSince: status === 'inactive' ? now : null,
        failingSince: null,
        createdAt: now,
      },
      generateSigningSecret(),
    );
    const endpoint = await tx.webhookEndpoints.find(id);
    // Stryker disable next-line ConditionalExpression: it was just inserted
    if (!endpoint) throw endpointNotFound();
    const view = webhookEndpointView(endpoint);
    const { audit } = await endpointChange(deps, caller, tx, endpoint);
    await audit('created', endpointSettings(view));
    return { webhook_endpoint: view };
  });
}

/**
 * The URL in the form in which it is stored.
 * @throws DomainError invalid_request, saying what is wrong with it
 */
export function requireValidUrl(deps: Deps, text: string): string {
  const allowLoopback = deps.allowLoopbackWebhooks ?? false;
  const { url, problem } = parseWebhookUrl(text, { allowLoopback });
  if (problem !== null) throw new InvalidFieldError('url', `${problem}.`);
  return url.href;
}
