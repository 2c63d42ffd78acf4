import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());

const url = 'https://shop.example/webhooks/parley';
const unknown = `whend_${'0'.repeat(36)}`;

async function create(body: object = { url }) {
  const response = await api.post('/webhook_endpoints', body);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.webhook_endpoint;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const rotate = (id: string, at: unknown = inAnHour(), headers = {}) =>
  api.post(
    `/webhook_endpoints/${id}/rotate_secret`,
    { previous_signing_secret_expires_at: at },
    { headers },
  );

describe('creating an endpoint', () => {
  it('returns the endpoint without a signing secret', async () => {
    const endpoint = await create();
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whend_/),
      url,
      event_types: null,
      event_schema_version: '2026-11-01',
      status: 'active',
      previous_signing_secret_expires_at: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: endpoint.created_at,
    });
    const read = await api.get(`/webhook_endpoints/${endpoint.id}`);
    expect(read.body).toEqual({ webhook_endpoint: endpoint });
  });

  it('accepts every field', async () => {
    const given = {
      url: 'https://shop.example:8443/hook?a=b',
      event_types: ['proxy_session.paid', 'subscription.ended'],
      event_schema_version: '2026-11-01',
      status: 'inactive',
    };
    expect(await create(given)).toMatchObject(given);
  });

  it.each([
    [{}, 'url is required and must be a string.'],
    [{ url: 1 }, 'url must be a string.'],
    [{ url: 'shop.example' }, 'url must be an absolute URL'],
    [{ url: 'http://shop.example/' }, 'url must begin with https://.'],
    [{ url: 'http://127.0.0.1:4000/' }, 'url must begin with https://.'],
    [{ url: 'https://[::1]/' }, 'url must have a public host.'],
    [{ url: 'https://me:secret@shop.example/' }, 'url must not contain a user name or password.'],
    [{ url, event_types: [] }, 'event_types must name at least one event type'],
    [{ url, event_types: ['order.paid'] }, 'event_types.0 must be "proxy_session.created"'],
    [{ url, event_schema_version: '2025-01-01' }, '2026-11-01'],
    [{ url, status: 'archived' }, 'status must be "active" or "inactive".'],
    [{ url, description: 'x' }, 'description: not a known field.'],
  ])('rejects %j', async (body, message) => {
    const response = await api.post('/webhook_endpoints', body);
    expect(response.status).toBe(400);
    expect(response.body.error.message).toContain(message);
  });

  it('replays the first response for the same idempotency key', async () => {
    const options = { headers: { 'idempotency-key': 'endpoint-1' } };
    const first = await api.post('/webhook_endpoints', { url }, options);
    const second = await api.post('/webhook_endpoints', { url }, options);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('changing an endpoint', () => {
  const change = (id: string, body: object) => api.call('PATCH', `/webhook_endpoints/${id}`, body);

  it('changes the given fields and no others', async () => {
    const endpoint = await create({ url, event_types: ['proxy_session.paid'] });
    const response = await change(endpoint.id, { status: 'inactive' });
    expect(response.status).toBe(200);
    expect(response.body.webhook_endpoint).toMatchObject({
      url,
      event_types: ['proxy_session.paid'],
      status: 'inactive',
    });
    const again = await change(endpoint.id, { status: 'active', event_types: null });
    expect(again.body.webhook_endpoint).toMatchObject({ status: 'active', event_types: null });
    const moved = await change(endpoint.id, { url: 'https://other.example/' });
    expect(moved.body.webhook_endpoint.url).toBe('https://other.example/');
  });

  it('changes nothing with an empty body', async () => {
    const endpoint = await create();
    const { status, body } = await change(endpoint.id, {});
    expect([status, body.webhook_endpoint]).toEqual([200, endpoint]);
  });

  it('rejects a private address and keeps the old URL', async () => {
    const endpoint = await create();
    expect((await change(endpoint.id, { url: 'https://10.0.0.1/' })).status).toBe(400);
    const read = await api.get(`/webhook_endpoints/${endpoint.id}`);
    expect(read.body.webhook_endpoint).toEqual(endpoint);
  });
});

describe('archiving an endpoint', () => {
  it('is final and can be repeated without effect', async () => {
    const { id } = await create();
    const archived = await api.post(`/webhook_endpoints/${id}/archive`);
    expect(archived.body.webhook_endpoint).toMatchObject({ id, status: 'archived' });
    expect((await api.post(`/webhook_endpoints/${id}/archive`)).body).toEqual(archived.body);
    const refused = [
      await api.call('PATCH', `/webhook_endpoints/${id}`, { status: 'active' }),
      await rotate(id),
      await api.post(`/webhook_endpoints/${id}/revoke_previous_secret`),
      await api.post(`/webhook_endpoints/${id}/ping`),
      await api.post(`/webhook_endpoints/${id}/replay`, {}),
    ];
    for (const { status, body } of refused) {
      expect([status, body.error.code]).toEqual([409, 'endpoint_archived']);
    }
    const read = await api.get(`/webhook_endpoints/${id}`);
    expect(read.body).toEqual(archived.body);
  });
});

describe('rotating the signing secret', () => {
  it('returns a new secret and the time until which the previous one signs', async () => {
    const { id } = await create();
    const at = inAnHour();
    const first = await rotate(id, at);
    expect(first.body).toEqual({
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      webhook_endpoint: expect.objectContaining({ id, previous_signing_secret_expires_at: at }),
    });
    const second = await rotate(id, at);
    expect(second.body.signing_secret).not.toBe(first.body.signing_secret);
    const revoked = await api.post(`/webhook_endpoints/${id}/revoke_previous_secret`);
    expect(revoked.body.webhook_endpoint.previous_signing_secret_expires_at).toBeNull();
  });

  it('replays the same secret for the same idempotency key and stores none in plain text', async () => {
    const { id } = await create();
    const at = inAnHour();
    const headers = { 'idempotency-key': 'rotate-1' };
    const first = await rotate(id, at, headers);
    await rotate(id, at);
    const again = await rotate(id, at, headers);
    expect(again.body).toEqual(first.body);
    const secret = first.body.signing_secret.slice('whsec_'.length);
    const stored = await api.database.client.idempotencyRecord.findMany();
    expect(JSON.stringify(stored)).toContain('rotate-1');
    expect(JSON.stringify(stored)).not.toContain(secret);
    const rows = await api.database.client.webhookEndpoint.findMany({ where: { id } });
    expect(Buffer.from(rows[0]?.signingSecretSealed ?? []).toString('latin1')).not.toContain(
      secret,
    );
  });

  it.each([
    ['2020-01-01T00:00:00Z', 'must be in the future'],
    ['2126-01-01T00:00:00', 'RFC 3339'],
    ['tomorrow', 'RFC 3339'],
    [undefined, 'is required'],
    [1, 'must be a string'],
  ])('rejects %s', async (at, message) => {
    const { id } = await create();
    const response = await api.post(`/webhook_endpoints/${id}/rotate_secret`, {
      previous_signing_secret_expires_at: at,
    });
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request']);
    expect(response.body.error.message).toContain(message);
  });
});

describe('an unknown endpoint or one of another merchant', () => {
  it('is not found by any operation and does not change', async () => {
    const endpoint = await create();
    const options = { key: api.other.secretKey };
    const at = { previous_signing_secret_expires_at: inAnHour() };
    for (const [id, by] of [
      [endpoint.id, options],
      [unknown, {}],
      ['whend_x', {}],
    ] as const) {
      const path = `/webhook_endpoints/${id}`;
      const responses = [
        await api.get(path, by),
        await api.call('PATCH', path, { url: 'https://evil.example/' }, by),
        await api.post(`${path}/archive`, undefined, by),
        await api.post(`${path}/rotate_secret`, at, by),
        await api.post(`${path}/revoke_previous_secret`, undefined, by),
        await api.post(`${path}/ping`, undefined, by),
        await api.post(`${path}/replay`, {}, by),
        await api.get(`${path}/deliveries`, by),
        await api.get(`${path}/deliveries/evt_x`, by),
        await api.post(`${path}/deliveries/evt_x/resend`, undefined, by),
        await api.get(`${path}/health`, by),
      ];
      expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
        responses.map(() => [404, 'not_found']),
      );
    }
    const read = await api.get(`/webhook_endpoints/${endpoint.id}`);
    expect(read.body.webhook_endpoint).toEqual(endpoint);
  });
});

describe('the list of endpoints', () => {
  it('returns all endpoints page by page, newest first', async () => {
    const mine = { key: api.other.secretKey };
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { body } = await api.post('/webhook_endpoints', { url }, mine);
      made.unshift(body.webhook_endpoint.id);
    }
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const { status, body } = await api.get(`/webhook_endpoints?limit=2${cursor}`, mine);
      expect(status).toBe(200);
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (!body.has_more) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(made);
  });

  it.each(['limit=0', 'limit=101', 'limit=two', 'limit=1.5', 'limit=', 'cursor=x', 'page=2'])(
    'rejects ?%s',
    async (query) => {
      const { status, body } = await api.get(`/webhook_endpoints?${query}`);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.message).toContain(query.split('=')[0]);
    },
  );
});
