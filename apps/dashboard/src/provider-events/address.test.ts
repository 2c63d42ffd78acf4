import { expect, it } from 'vitest';
import { providerEventsHref, readProviderEventsAddress } from './address.ts';

it('shows those that failed unless told otherwise', () => {
  expect(providerEventsHref('failed')).toBe('/provider-events');
  expect(providerEventsHref('parked', 'abc')).toBe('/provider-events?status=parked&older=abc');
  expect(readProviderEventsAddress({})).toEqual({ status: 'failed' });
  expect(readProviderEventsAddress({ status: 'parked', older: 'abc' })).toEqual({
    status: 'parked',
    older: 'abc',
  });
  expect(readProviderEventsAddress({ status: 'applied', older: ['a'] })).toEqual({
    status: 'failed',
  });
});
