import { expect, it } from 'vitest';
import { readSubscriptionsAddress, subscriptionHref, subscriptionsHref } from './address.ts';

it('leads to the list, further down it, and to one subscription', () => {
  expect(subscriptionsHref()).toBe('/subscriptions');
  expect(subscriptionsHref('a-_')).toBe('/subscriptions?older=a-_');
  expect(subscriptionHref('psub_1')).toBe('/subscriptions/psub_1');
  expect(readSubscriptionsAddress({ older: 'a-_' })).toEqual({ older: 'a-_' });
  expect(readSubscriptionsAddress({ older: ['a'] })).toEqual({});
});
