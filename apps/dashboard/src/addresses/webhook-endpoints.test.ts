import { describe, expect, it } from 'vitest';
import { inMode } from './mode-route.ts';
import {
  deliveryHref,
  editEndpointHref,
  endpointHref,
  endpointsHref,
  readEndpointListView,
  readEndpointView,
  signatureHref,
} from './webhook-endpoints.ts';

describe('the addresses of webhook endpoints', () => {
  it('have no query by default', () => {
    expect(inMode('test', endpointsHref())).toBe('/test/webhooks');
    expect(inMode('test', endpointsHref({ older: 'abc' }))).toBe('/test/webhooks?older=abc');
    expect(inMode('test', endpointsHref({ show: 'archived' }))).toBe(
      '/test/webhooks?show=archived',
    );
    expect(inMode('test', endpointHref('whend_1'))).toBe('/test/webhooks/whend_1');
    expect(inMode('test', endpointHref('whend_1', { status: 'failed', activity: 'b' }))).toBe(
      '/test/webhooks/whend_1?status=failed&activity=b',
    );
    expect(inMode('test', editEndpointHref('whend_1'))).toBe('/test/webhooks/whend_1/edit');
    expect(inMode('test', signatureHref('whend_1'))).toBe('/test/webhooks/whend_1/signature');
    expect(inMode('test', deliveryHref('whend_1', 'evt_1'))).toBe(
      '/test/webhooks/whend_1/deliveries/evt_1',
    );
  });

  it('are read as they were written', () => {
    const type = 'proxy_session.paid';
    const view = { status: 'waiting', type, older: 'a', activity: 'b' } as const;
    const params = Object.fromEntries(
      new URL(inMode('test', endpointHref('w', view)), 'http://x').searchParams,
    );
    expect(readEndpointView(params)).toEqual(view);
  });

  it('ignore invalid parameters', () => {
    expect(
      readEndpointView({ status: 'else', type: 'x', older: ['a', 'b'], activity: '' }),
    ).toEqual({});
    expect(readEndpointListView({ older: 'x'.repeat(201), show: 'all' })).toEqual({});
    expect(readEndpointListView({ show: 'archived' })).toEqual({ show: 'archived' });
  });
});
