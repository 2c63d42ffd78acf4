import { expect, it } from 'vitest';
import { inMode } from './mode-route.ts';
import { readSubscriptionListView, subscriptionHref, subscriptionsHref } from './subscriptions.ts';

it('writes and reads the addresses of the list and of a subscription', () => {
  expect(inMode('test', subscriptionsHref())).toBe('/test/subscriptions');
  expect(inMode('test', subscriptionsHref({ older: 'a-_' }))).toBe('/test/subscriptions?older=a-_');
  expect(inMode('test', subscriptionHref('psub_1'))).toBe('/test/subscriptions/psub_1');
  expect(readSubscriptionListView({ older: 'a-_' })).toEqual({ older: 'a-_' });
  expect(readSubscriptionListView({ older: ['a'] })).toEqual({});
  const view = { search: 'cus_1', created_from: '2026-11-01', created_to: '2026-11-02' };
  const query = new URL(inMode('test', subscriptionsHref(view)), 'https://dashboard.test')
    .searchParams;
  expect(readSubscriptionListView(Object.fromEntries(query))).toEqual(view);
});
