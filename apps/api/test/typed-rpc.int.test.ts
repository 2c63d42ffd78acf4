import type { AppRouter } from '@parley/router';
import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import { afterAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());

const client = (headers: Record<string, string> = {}) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${api.url}/trpc`,
        headers: { authorization: `Bearer ${api.merchant.secretKey}`, ...headers },
      }),
    ],
  });

describe('typed RPC', () => {
  it('runs the same operations as REST with the same idempotency keys', async () => {
    const headers = { 'idempotency-key': 'both-ways' };
    const first = await api.post('/proxy_sessions', order, { headers });
    const second = await client(headers).sessions.create.mutate(order);
    expect(second).toEqual(first.body);
    const view = await client().sessions.getMerchantView.query({ id: second.id });
    expect(view).toEqual((await api.get(`/proxy_sessions/${second.id}/merchant`)).body);
  });

  it('is as strict as REST and returns the same messages, with all invalid fields', async () => {
    const wrong = { ...order, amount_minor: '4200' as unknown as number };
    const rest = await api.post('/proxy_sessions', wrong);
    const error = await client()
      .sessions.create.mutate(wrong)
      .catch((thrown: unknown) => thrown);
    if (!(error instanceof TRPCClientError)) throw new Error('it was not refused');
    expect(error.message).toBe(rest.body.error.message);
    expect(error.data).toEqual({
      code: 'invalid_request',
      httpStatus: 400,
      request_id: expect.stringMatching(/^req_/),
      fields: [{ field: 'amount_minor', message: 'must be a whole number of minor units.' }],
    });
  });

  it('rejects JSON that REST rejects', async () => {
    const response = await fetch(`${api.url}/trpc/sessions.create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.merchant.secretKey}`,
        'content-type': 'application/json',
      },
      body: '{"amount_minor":1,"amount_minor":2}',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('twice');
  });
});

describe('the OpenAPI document', () => {
  it('describes every operation and the version of the interface', async () => {
    const { status, body } = await api.get('/openapi.json', { key: null });
    expect(status).toBe(200);
    expect([body.openapi, body.info.version]).toEqual(['3.0.3', '0.0.0']);
    const operations = Object.entries<Record<string, { operationId: string }>>(body.paths).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(
      [
        'GET /proxy_sessions',
        'POST /proxy_sessions',
        'POST /proxy_sessions/handoff',
        'GET /proxy_sessions/{id}',
        'GET /proxy_sessions/{id}/merchant',
        'PUT /proxy_sessions/{id}/cart',
        'POST /proxy_sessions/{id}/payer_handoff',
        'POST /proxy_sessions/{id}/payer_opened',
        'POST /proxy_sessions/{id}/provider_bindings',
        'POST /proxy_sessions/{id}/provisioned',
        'POST /proxy_sessions/{id}/provisioning_failed',
        'GET /proxy_sessions/{proxy_session_id}/acquisition_attempts',
        'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts',
        'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_cart',
        'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_objects',
        'POST /proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/supersede',
        'POST /proxy_sessions/{id}/cancel',
        'POST /proxy_sessions/{id}/resolve',
        'GET /provider_configs',
        'POST /provider_configs',
        'PATCH /provider_configs/{id}',
        'POST /provider_configs/{id}/webhook_endpoint',
        'POST /provider_configs/{id}/activate',
        'GET /embedding_origins',
        'PUT /embedding_origins',
        'GET /audit_entries',
        'GET /requests',
        'GET /requests/{request_id}',
        'GET /provider_events',
        'POST /provider_events/{id}/retry',
        'GET /subscriptions',
        'GET /subscriptions/{id}',
        'GET /webhook_endpoints',
        'POST /webhook_endpoints',
        'GET /webhook_endpoints/{webhook_endpoint_id}',
        'PATCH /webhook_endpoints/{webhook_endpoint_id}',
        'POST /webhook_endpoints/{webhook_endpoint_id}/archive',
        'POST /webhook_endpoints/{webhook_endpoint_id}/rotate_secret',
        'POST /webhook_endpoints/{webhook_endpoint_id}/revoke_previous_secret',
        'GET /webhook_endpoints/{webhook_endpoint_id}/health',
        'POST /webhook_endpoints/{webhook_endpoint_id}/ping',
        'GET /webhook_endpoints/{webhook_endpoint_id}/deliveries',
        'GET /webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}',
        'POST /webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}/resend',
        'POST /webhook_endpoints/{webhook_endpoint_id}/replay',
        'GET /events',
        'GET /events/stream',
        'GET /events/{event_id}',
        'POST /events/{event_id}/resend',
      ].sort(),
    );
  });
});
