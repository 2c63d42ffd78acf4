import { expect, it } from 'vitest';
import { inMode } from './mode-route.ts';
import { providerEventsHref, readProviderEventListView } from './provider-events.ts';

it('selects failed events by default', () => {
  expect(inMode('test', providerEventsHref({ status: 'failed' }))).toBe('/test/provider-events');
  expect(inMode('test', providerEventsHref({ status: 'parked', older: 'abc' }))).toBe(
    '/test/provider-events?status=parked&older=abc',
  );
  expect(readProviderEventListView({})).toEqual({ status: 'failed' });
  expect(readProviderEventListView({ status: 'parked', older: 'abc' })).toEqual({
    status: 'parked',
    older: 'abc',
  });
  expect(inMode('test', providerEventsHref({ status: 'failed', event: 'evt_1' }))).toBe(
    '/test/provider-events?event=evt_1',
  );
  expect(readProviderEventListView({ event: 'evt_1' }).event).toBe('evt_1');
  expect(readProviderEventListView({ event: 'pi_1' }).event).toBeUndefined();
  expect(readProviderEventListView({ status: 'applied', older: ['a'] })).toEqual({
    status: 'failed',
  });
});
