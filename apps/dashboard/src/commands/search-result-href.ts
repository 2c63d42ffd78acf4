import type { SearchResult } from '@parley/contract';
import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { keysHref } from '#addresses/api-keys.ts';
import { eventHref } from '#addresses/events.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { providerEventsHref } from '#addresses/provider-events.ts';
import { requestHref } from '#addresses/requests.ts';
import { sessionHref, sessionsHref } from '#addresses/sessions.ts';
import { subscriptionHref, subscriptionsHref } from '#addresses/subscriptions.ts';
import { endpointHref } from '#addresses/webhook-endpoints.ts';

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
