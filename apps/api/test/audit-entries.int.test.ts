import { deactivateEndpoint } from '@parley/operations';
import { afterAll, expect, it } from 'vitest';
import { startApi } from './api.ts';

const api = await startApi();
const created = await api.post('/webhook_endpoints', { url: 'https://shop.example/hooks' });
const id = created.body.webhook_endpoint.id;
afterAll(() => api.stop());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const entries = async (query = `object_id=${id}`) =>
  (await api.get(`/audit_entries?${query}`)).body;

/** The newest entry about the endpoint. */
async function newest() {
  const { data } = await entries(`object_id=${id}&limit=1`);
  return data[0];
}

it('the audit log records who created an endpoint, in which request and with which values', async () => {
  const created = await api.post('/webhook_endpoints', { url: 'https://shop.example/new' });
  const endpoint = created.body.webhook_endpoint;
  const { data } = await entries(`object_id=${endpoint.id}`);
  const [key] = await api.database.client.apiKey.findMany({
    where: { merchantId: api.merchant.id, kind: 'secret' },
  });
  expect(data).toEqual([
    {
      id: expect.stringMatching(/^audit_/),
      action: 'webhook_endpoint.created',
      object: { type: 'webhook_endpoint', id: endpoint.id },
      details: {
        url: 'https://shop.example/new',
        event_types: null,
        event_schema_version: endpoint.event_schema_version,
        status: 'active',
      },
      actor: { kind: 'api_key', id: key?.id },
      address: '127.0.0.1',
      request_id: created.headers.get('x-request-id'),
      created_at: endpoint.created_at,
    },
  ]);
});

it('the audit log records the old and the new value of each changed field', async () => {
  const change = { event_types: ['proxy_session.paid'], status: 'inactive' };
  await api.call('PATCH', `/webhook_endpoints/${id}`, change);
  expect(await newest()).toMatchObject({
    action: 'webhook_endpoint.updated',
    details: {
      event_types: { from: null, to: ['proxy_session.paid'] },
      status: { from: 'active', to: 'inactive' },
    },
  });
});

it('the audit log records every other write to an endpoint without its secrets', async () => {
  await api.call('PATCH', `/webhook_endpoints/${id}`, { status: 'active' });
  const previous_signing_secret_expires_at = inAnHour();
  const rotated = await api.post(`/webhook_endpoints/${id}/rotate_secret`, {
    previous_signing_secret_expires_at,
  });
  await api.post(`/webhook_endpoints/${id}/revoke_previous_secret`);
  const sample = { event_type: 'proxy_session.paid' };
  const pinged = await api.post(`/webhook_endpoints/${id}/ping`, sample);
  expect(pinged.body.delivery).toMatchObject(sample);
  const eventId = pinged.body.delivery.event_id;
  await api.post(`/webhook_endpoints/${id}/deliveries/${eventId}/resend`);
  const { body: replay } = await api.post(`/webhook_endpoints/${id}/replay`, {});
  const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
  await deactivateEndpoint(api.deps, scope, { id, reason: 'gone' });
  await api.post(`/webhook_endpoints/${id}/archive`);

  const { data } = await entries();
  const written = data
    .slice(0, 7)
    .map(({ action, details }: Record<string, unknown>) => [action, details]);
  const becomes = (from: string, to: string) => ({ status: { from, to } });
  expect(written).toEqual([
    ['webhook_endpoint.archived', becomes('inactive', 'archived')],
    ['webhook_endpoint.deactivated', { ...becomes('active', 'inactive'), reason: 'gone' }],
    ['webhook_endpoint.events_replayed', { events: replay.replayed }],
    ['webhook_endpoint.delivery_resent', { event_id: eventId }],
    ['webhook_endpoint.pinged', { event_id: eventId }],
    ['webhook_endpoint.previous_secret_revoked', {}],
    ['webhook_endpoint.signing_secret_rotated', { previous_signing_secret_expires_at }],
  ]);
  expect(data[1].actor).toEqual({ kind: 'system', id: null });
  const secret: string = rotated.body.signing_secret;
  expect(JSON.stringify(data)).not.toContain(secret.slice('whsec_'.length));
});

it('the audit log records nothing for a write without effect', async () => {
  const body = { url: 'https://shop.example/quiet' };
  const headers = { 'idempotency-key': 'quiet' };
  const created = await api.post('/webhook_endpoints', body, { headers });
  const quiet = created.body.webhook_endpoint.id;
  await api.post('/webhook_endpoints', body, { headers });
  await api.call('PATCH', `/webhook_endpoints/${quiet}`, body);
  await api.post(`/webhook_endpoints/${quiet}/revoke_previous_secret`);
  await api.call('PATCH', `/webhook_endpoints/${quiet}`, { url: 'ftp://shop.example/' });
  expect((await entries(`object_id=${quiet}`)).data).toHaveLength(1);
  await api.post(`/webhook_endpoints/${quiet}/archive`);
  await api.post(`/webhook_endpoints/${quiet}/archive`);
  expect((await entries(`object_id=${quiet}`)).data).toHaveLength(2);
});

it('the audit log is listed page by page and only for its own merchant', async () => {
  const all = (await entries('limit=100')).data;
  const seen = [];
  let cursor = '';
  do {
    const page = await entries(`limit=3${cursor}`);
    seen.push(...page.data);
    cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
  } while (cursor !== '');
  expect(seen).toEqual(all);
  const foreign = await api.get(`/audit_entries?object_id=${id}`, { key: api.other.secretKey });
  expect(foreign.body.data).toEqual([]);
});
