import { afterAll, afterEach, expect, it } from 'vitest';
import { ok, refused, startStripeHost } from '../test/stripe-host.ts';

const { host, provider } = await startStripeHost();
afterEach(() => host.forget());
afterAll(() => host.stop());

const url = 'https://api.parley.example/provider_events/1';
const input = { url, configId: 'pspcfg_1', idempotencyKey: 'once' };
const created = ok({ id: 'we_1', object: 'webhook_endpoint', secret: 'whsec_1' });

it('creates a webhook endpoint for the events that it understands, with the config in its metadata', async () => {
  host.respondWith(created);
  expect(await provider.createWebhookEndpoint(input)).toEqual({ id: 'we_1', secret: 'whsec_1' });
  expect(host.requests[0]).toMatchObject({
    path: '/v1/webhook_endpoints',
    headers: { 'idempotency-key': 'once' },
    form: {
      url,
      api_version: '2026-10-28.endive',
      'enabled_events[0]': 'checkout.session.completed',
      'metadata[proxy_provider_config_id]': 'pspcfg_1',
    },
  });
});

it.each([
  [401, {}, 'key', 'invalid_request_error'],
  [401, { code: 'api_key_expired' }, 'key', 'api_key_expired'],
  [403, { code: 'more_permissions_required' }, 'permission', 'more_permissions_required'],
  [400, { param: 'url' }, 'url', 'invalid_request_error'],
  [400, { code: 'url_invalid' }, 'url', 'url_invalid'],
  [400, { code: 'livemode_mismatch' }, 'mode', 'livemode_mismatch'],
  [
    400,
    { message: 'You have reached the maximum of 16 endpoints.' },
    'limit',
    'invalid_request_error',
  ],
  [400, {}, 'other', 'invalid_request_error'],
])('returns the reason of a refusal: %i %j is %s', async (status, error, reason, code) => {
  host.respondWith(refused(status, error));
  expect(await provider.createWebhookEndpoint(input)).toEqual({ refusal: { code, reason } });
});
