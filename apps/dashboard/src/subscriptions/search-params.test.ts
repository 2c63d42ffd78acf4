import { expect, it } from 'vitest';
import { readSubscriptionListView, subscriptionHref, subscriptionsHref } from './search-params.ts';

it('writes and reads the addresses of the list and of a subscription', () => {
  expect(subscriptionsHref()).toBe('/subscriptions');
  expect(subscriptionsHref({ older: 'a-_' })).toBe('/subscriptions?older=a-_');
  expect(subscriptionHref('psub_1')).toBe('/subscriptions/psub_1');
  expect(readSubscriptionListView({ older: 'a-_' })).toEqual({ older: 'a-_' });
  expect(readSubscriptionListView({ older: ['a'] })).toEqual({});
});
