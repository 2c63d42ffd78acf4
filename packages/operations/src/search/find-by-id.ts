import type { IdPlace } from '@parley/contract';
import type { Repositories, Scope } from '@parley/db';
import { DomainError, type IdPrefix, isId } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

type Find = (of: Repositories, id: string) => Promise<IdPlace | null>;

/**
 * Where the object of an id is, by the prefix of the id. Ids of other kinds, such as those of the
 * provider, lead to their sessions.
 */
const findByPrefix: Partial<Record<IdPrefix, Find>> = {
  psub: async ({ subscriptions }, id) =>
    (await subscriptions.find(id)) && { type: 'subscription', id },
  whend: async ({ webhookEndpoints }, id) =>
    (await webhookEndpoints.find(id)) && { type: 'webhook_endpoint', id },
  pspcfg: async ({ pspConfigs }, id) =>
    (await pspConfigs.findSummary(id)) && { type: 'provider_config', id },
  key: async ({ apiKeys }, id) => {
    const key = await apiKeys.find(id);
    return key && { type: 'api_key', id, status: key.status === 'active' ? 'active' : 'ended' };
  },
  evt: async ({ outbox }, id) => (await outbox.find(id)) && { type: 'event', id },
  // The log keeps requests for some days. The history of the sessions that they changed remains.
  req: async (of, id) =>
    (await of.apiRequests.find(id)) ? { type: 'api_request', id } : findSessions(of, id),
};

/**
 * Finds the object that an id belongs to, and what shows it.
 * @throws DomainError not_found, also for an id of another merchant or of the other mode
 */
export async function findById(
  deps: Deps,
  scope: Scope,
  { id }: { readonly id: string },
): Promise<{ place: IdPlace }> {
  const of = deps.database.forScope(scope);
  const prefix = id.slice(0, id.indexOf('_')) as IdPrefix;
  // The prefix is as someone pasted it, and may be the name of a method.
  const known = Object.hasOwn(findByPrefix, prefix) ? findByPrefix[prefix] : undefined;
  const find = isId(prefix, id) ? (known ?? findSessions) : findProviderObject;
  const place = await find(of, id);
  if (!place) {
    throw new DomainError('not_found', 'Nothing of this merchant has this id in this mode.');
  }
  return { place };
}

const findProviderObject: Find = async (of, id) => {
  const subscription = await of.subscriptions.findByProviderId(id);
  if (subscription) return { type: 'subscription', id: subscription.id };
  return (await findSessions(of, id)) ?? findHeldEvent(of, id);
};

/** An event of the provider that is not applied, and may belong to no session. */
async function findHeldEvent(
  { providerEvents }: Repositories,
  eventId: string,
): Promise<IdPlace | null> {
  for (const status of ['failed', 'parked'] as const) {
    const [event] = await providerEvents.list({ status, eventId, limit: 1 });
    if (event) return { type: 'provider_event', id: eventId, status };
  }
  return null;
}

const findSessions: Find = async ({ sessions }, id) => {
  const [first, ...others] = await sessions.searchById(id);
  if (first === undefined) return null;
  return others.length === 0 ? { type: 'session', id: first } : { type: 'session_search', id };
};
