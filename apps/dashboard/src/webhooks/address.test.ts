import { describe, expect, it } from 'vitest';
import {
  deliveryHref,
  editEndpointHref,
  endpointHref,
  endpointsHref,
  readEndpointAddress,
  readEndpointsAddress,
} from './address.ts';

describe('the addresses of webhooks', () => {
  it('are short where nothing is chosen', () => {
    expect(endpointsHref()).toBe('/webhooks');
    expect(endpointsHref({ older: 'abc' })).toBe('/webhooks?older=abc');
    expect(endpointsHref({ show: 'archived', older: null })).toBe('/webhooks?show=archived');
    expect(endpointHref('whend_1')).toBe('/webhooks/whend_1');
    expect(endpointHref('whend_1', { status: 'failed', older: null, done: 'b' })).toBe(
      '/webhooks/whend_1?status=failed&done=b',
    );
    expect(editEndpointHref('whend_1')).toBe('/webhooks/whend_1/edit');
    expect(deliveryHref('whend_1', 'evt_1')).toBe('/webhooks/whend_1/deliveries/evt_1');
  });

  it('are read as they were written', () => {
    const view = { status: 'waiting', older: 'a', done: 'b' } as const;
    const search = Object.fromEntries(new URL(endpointHref('w', view), 'http://x').searchParams);
    expect(readEndpointAddress(search)).toEqual(view);
  });

  it('count for nothing where they are wrong', () => {
    expect(readEndpointAddress({ status: 'else', older: ['a', 'b'], done: '' })).toEqual({});
    expect(readEndpointsAddress({ older: 'x'.repeat(201), show: 'all' })).toEqual({});
    expect(readEndpointsAddress({ show: 'archived' })).toEqual({ show: 'archived' });
  });
});
