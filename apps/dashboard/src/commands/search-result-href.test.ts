import type { SearchResult } from '@parley/contract';
import { expect, it } from 'vitest';
import { inMode } from '#addresses/mode-route.ts';
import { searchResultHref } from './search-result-href.ts';

it.each<[SearchResult, string]>([
  [{ type: 'session', id: 'psess_1' }, '/live/sessions/psess_1'],
  [{ type: 'session_search', id: 'pi_1' }, '/live/sessions?search=pi_1'],
  [{ type: 'subscription', id: 'psub_1' }, '/live/subscriptions/psub_1'],
  [{ type: 'subscription_search', id: 'cus_1' }, '/live/subscriptions?search=cus_1'],
  [{ type: 'buyer', id: 'a b' }, '/live/sessions?buyer=a+b'],
  [{ type: 'webhook_endpoint', id: 'whend_1' }, '/live/webhooks/whend_1'],
  [{ type: 'event', id: 'evt_1' }, '/live/developers/events/evt_1'],
  [
    { type: 'provider_event', id: 'evt_1', status: 'parked' },
    '/live/provider-events?status=parked&event=evt_1',
  ],
  [{ type: 'provider_config', id: 'pspcfg_1' }, '/live/provider-configs'],
  [{ type: 'api_key', id: 'key_1', status: 'active' }, '/live/api-keys'],
  [{ type: 'api_key', id: 'key_1', status: 'ended' }, '/live/api-keys?show=ended'],
  [{ type: 'api_request', id: 'req_1' }, '/live/developers/requests/req_1'],
])('%o is at %s', (result, href) => {
  expect(inMode('live', searchResultHref(result))).toBe(href);
});
