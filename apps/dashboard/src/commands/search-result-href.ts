import type { SearchResult } from '@parley/contract';
import { keysHref } from '#addresses/api-keys.ts';
import { eventHref } from '#addresses/events.ts';
import type { ModeRoute } from '#addresses/mode-route.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { providerEventsHref } from '#addresses/provider-events.ts';
import { requestHref } from '#addresses/requests.ts';
import { sessionHref, sessionsHref } from '#addresses/sessions.ts';
import { subscriptionHref, subscriptionsHref } from '#addresses/subscriptions.ts';
import { endpointHref } from '#addresses/webhook-endpoints.ts';

/** The page that shows the object of an id. */
export function searchResultHref(result: SearchResult): ModeRoute {
  switch (result.type) {
    case 'session':
      return sessionHref(result.id);
    case 'session_search':
      return sessionsHref({ search: result.id });
    case 'subscription':
      return subscriptionHref(result.id);
    case 'subscription_search':
      return subscriptionsHref({ search: result.id });
    case 'buyer':
      return sessionsHref({ buyer: result.id });
    case 'webhook_endpoint':
      return endpointHref(result.id);
    case 'event':
      return eventHref(result.id);
    case 'provider_event':
      return providerEventsHref({ status: result.status, event: result.id });
    case 'provider_config':
      return configsHref();
    case 'api_key':
      return keysHref(result.status === 'ended' ? { show: 'ended' } : {});
    case 'api_request':
      return requestHref(result.id);
  }
}
