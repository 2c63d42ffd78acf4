import type { SearchResult } from '@parley/contract';
import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { keysHref } from '#api-keys/search-params.ts';
import { eventHref } from '#events/search-params.ts';
import { configsHref } from '#provider-configs/search-params.ts';
import { providerEventsHref } from '#provider-events/search-params.ts';
import { requestHref } from '#requests/search-params.ts';
import { sessionHref, sessionsHref } from '#sessions/search-params.ts';
import { subscriptionHref, subscriptionsHref } from '#subscriptions/search-params.ts';
import { endpointHref } from '#webhook-endpoints/search-params.ts';

/** The page that shows the object of an id. */
export function searchResultHref(mode: Mode, result: SearchResult): Route {
  switch (result.type) {
    case 'session':
      return sessionHref(mode, result.id);
    case 'session_search':
      return sessionsHref(mode, { search: result.id });
    case 'subscription':
      return subscriptionHref(mode, result.id);
    case 'subscription_search':
      return subscriptionsHref(mode, { search: result.id });
    case 'buyer':
      return sessionsHref(mode, { buyer: result.id });
    case 'webhook_endpoint':
      return endpointHref(mode, result.id);
    case 'event':
      return eventHref(mode, result.id);
    case 'provider_event':
      return providerEventsHref(mode, { status: result.status, event: result.id });
    case 'provider_config':
      return configsHref(mode);
    case 'api_key':
      return keysHref(mode, result.status === 'ended' ? { show: 'ended' } : {});
    case 'api_request':
      return requestHref(mode, result.id);
  }
}
