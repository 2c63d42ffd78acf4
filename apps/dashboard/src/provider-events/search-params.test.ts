import { expect, it } from 'vitest';
import { providerEventsHref, readProviderEventListView } from './search-params.ts';

it('selects failed events by default', () => {
  expect(providerEventsHref({ status: 'failed' })).toBe('/provider-events');
  expect(providerEventsHref({ status: 'parked', older: 'abc' })).toBe(
    '/provider-events?status=parked&older=abc',
  );
  expect(readProviderEventListView({})).toEqual({ status: 'failed' });
  expect(readProviderEventListView({ status: 'parked', older: 'abc' })).toEqual({
    status: 'parked',
    older: 'abc',
  });
  expect(readProviderEventListView({ status: 'applied', older: ['a'] })).toEqual({
    status: 'failed',
  });
});
