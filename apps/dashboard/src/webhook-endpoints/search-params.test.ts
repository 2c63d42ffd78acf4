import { describe, expect, it } from 'vitest';
import {
  deliveryHref,
  editEndpointHref,
  endpointHref,
  endpointsHref,
  readEndpointListView,
  readEndpointView,
} from './search-params.ts';

describe('the addresses of webhook endpoints', () => {
  it('have no query by default', () => {
    expect(endpointsHref()).toBe('/webhooks');
    expect(endpointsHref({ older: 'abc' })).toBe('/webhooks?older=abc');
    expect(endpointsHref({ show: 'archived' })).toBe('/webhooks?show=archived');
    expect(endpointHref('whend_1')).toBe('/webhooks/whend_1');
    expect(endpointHref('whend_1', { status: 'failed', activity: 'b' })).toBe(
      '/webhooks/whend_1?status=failed&activity=b',
    );
    expect(editEndpointHref('whend_1')).toBe('/webhooks/whend_1/edit');
    expect(deliveryHref('whend_1', 'evt_1')).toBe('/webhooks/whend_1/deliveries/evt_1');
  });

  it('are read as they were written', () => {
    const view = { status: 'waiting', older: 'a', activity: 'b' } as const;
    const params = Object.fromEntries(new URL(endpointHref('w', view), 'http://x').searchParams);
    expect(readEndpointView(params)).toEqual(view);
  });

  it('ignore invalid parameters', () => {
    expect(readEndpointView({ status: 'else', older: ['a', 'b'], activity: '' })).toEqual({});
    expect(readEndpointListView({ older: 'x'.repeat(201), show: 'all' })).toEqual({});
    expect(readEndpointListView({ show: 'archived' })).toEqual({ show: 'archived' });
  });
});
