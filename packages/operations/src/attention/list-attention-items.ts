import type { AttentionItems } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';

/** The highest count; the dashboard shows "99+" for it. */
const MAX_COUNT = 100;
/** The highest number of listed endpoints. */
const MAX_ENDPOINTS = 20;

/** Lists what needs the attention of the merchant's team, for every page of the dashboard. */
export async function listAttentionItems(deps: Deps, scope: Scope): Promise<AttentionItems> {
  const { sessions, providerEvents, webhookEndpoints } = deps.database.forScope(scope);
  const [conflicts, failed, endpoints] = await Promise.all([
    sessions.countUpTo('payment_conflicted', MAX_COUNT),
    providerEvents.countUpTo('failed', MAX_COUNT),
    webhookEndpoints.listNeedingAttention(MAX_ENDPOINTS),
  ]);
  return {
    conflicts,
    failed_provider_events: failed,
    endpoints: endpoints.map((endpoint) => ({
      id: endpoint.id,
      url: endpoint.url,
      inactive_reason: endpoint.inactiveReason,
      inactive_since: endpoint.inactiveSince?.toISOString() ?? null,
      failing_since: endpoint.failingSince?.toISOString() ?? null,
    })),
  };
}
