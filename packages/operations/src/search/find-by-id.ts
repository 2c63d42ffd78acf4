import type { SearchResult } from '@parley/contract';
import type { Repositories, Scope } from '@parley/db';
import { DomainError, type IdPrefix, isId } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

type Find = (of: Repositories, id: string) => Promise<SearchResult | null>;

/**
 * The lookup of an id, by its prefix. Ids of other kinds, such as those of the provider, lead to their
 * sessions.
 */
const findByPrefix: Partial<Record<IdPrefix, Find>> = {
  psub: async ({ subscriptions }, id) =>
    (await subscriptions.find(id)) && { type: 'subscription', id },
  whend: async ({ webhookEndpoints }, id) =>
    (await webhookEndpoints.find(id)) && { type: 'webhook_endpoint', id },
  pspcfg: async ({ providerConfigs }, id) =>
    (await providerConfigs.findSummary(id)) && { type: 'provider_config', id },
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
 * Finds the object of an id, and what shows it. A text that is not an id may be a buyer reference, the email of
 * a payer or an idempotency key.
 * @throws DomainError not_found, also for an id of another merchant or of the other mode
 */
export async function findById(
  deps: Deps,
  scope: Scope,
  { id }: { readonly id: string },
): Promise<{ result: SearchResult }> {
  const of = deps.database.forScope(scope);
  const prefix = id.slice(0, id.indexOf('_')) as IdPrefix;
  // The prefix is input, and may be the name of a method of Object.
  const known = Object.hasOwn(findByPrefix, prefix) ? findByPrefix[prefix] : undefined;
  const find = isId(prefix, id) ? (known ?? findSessions) : findByOtherLookups;
  const result = await find(of, id);
  if (!result) {
    throw new DomainError(
      'not_found',
      'No object of this merchant has this id or reference in this mode.',
    );
  }
  return { result };
}

const findProviderSubscription: Find = async ({ subscriptions }, id) => {
  const subscription = await subscriptions.findByProviderId(id);
  return subscription && { type: 'subscription', id: subscription.id };
};

const findSessions: Find = async ({ sessions }, id) => {
  const [first, second] = await sessions.searchById(id);
  if (first === undefined) return null;
  return second === undefined ? { type: 'session', id: first } : { type: 'session_search', id };
};

/** The subscriptions of a customer, or the one with a latest invoice. */
const findRelatedSubscriptions: Find = async ({ subscriptions }, id) => {
  if (!/^(cus|in)_/.test(id)) return null;
  const { subscriptions: found } = await subscriptions.list({ relatedId: id, limit: 2 });
  const [first, second] = found;
  if (!first) return null;
  return second
    ? { type: 'subscription_search', id }
    : { type: 'subscription', id: first.subscription.id };
};

const findBuyer: Find = async ({ sessions }, id) => {
  const query = { buyerReference: id, direction: 'older', limit: 1 } as const;
  return (await sessions.list(query)).sessions.length > 0 ? { type: 'buyer', id } : null;
};

/** The sessions of a payer. */
const findPayer: Find = async ({ sessions }, email) => {
  if (!email.includes('@')) return null;
  const query = { payerEmail: email, direction: 'older', limit: 1 } as const;
  const { length } = (await sessions.list(query)).sessions;
  return length > 0 ? { type: 'session_search', id: email } : null;
};

/** The latest request with an idempotency key. Its page shows the outcome of the key. */
const findIdempotencyKey: Find = async ({ apiRequests }, key) => {
  const [latest] = (await apiRequests.list({ idempotencyKey: key, limit: 1 })).requests;
  return latest ? { type: 'api_request', id: latest.id } : null;
};

/** An event of the provider that is not applied, and may belong to no session. */
const findHeldEvent: Find = async ({ providerEvents }, eventId) => {
  for (const status of ['failed', 'parked'] as const) {
    const [event] = await providerEvents.list({ status, eventId, limit: 1 });
    if (event) return { type: 'provider_event', id: eventId, status };
  }
  return null;
};

/** Lookups for a text that is not an id of Parley, the most specific first. Each reads an index. */
const otherLookups: readonly Find[] = [
  findProviderSubscription,
  findSessions,
  findHeldEvent,
  findRelatedSubscriptions,
  findBuyer,
  findPayer,
  findIdempotencyKey,
];

const findByOtherLookups: Find = async (of, id) => {
  for (const find of otherLookups) {
    const result = await find(of, id);
    if (result) return result;
  }
  return null;
};
