import { createCaller } from '@parley/router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const api = await startApi();
/** Oldest first. */
const ids: string[] = [];
for (let count = 0; count < 7; count++) {
  const buyer_reference = count % 2 === 0 ? 'even' : 'odd';
  ids.push((await api.post('/proxy_sessions', { ...order, buyer_reference })).body.id);
}
await api.post(`/proxy_sessions/${ids[2]}/payer_handoff`);
await api.post('/proxy_sessions', order, { key: api.other.secretKey });
afterAll(() => api.stop());

const list = async (query: Record<string, string> = {}) =>
  api.get(`/proxy_sessions?${new URLSearchParams(query)}`);
const readIds = async (query: Record<string, string> = {}) =>
  (await list(query)).body.data.map(({ id }: { id: string }) => id);

/** Every page of a list, one after the other. */
async function pages(query: Record<string, string>): Promise<string[][]> {
  const all: string[][] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await list({ ...query, ...(cursor === null ? {} : { cursor }) });
    expect(status).toBe(200);
    expect(body.has_more).toBe(body.next_cursor !== null);
    all.push(body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return all;
}

describe('the list of sessions', () => {
  it('returns the merchant’s sessions, newest first, without carts and contacts', async () => {
    const { body } = await list();
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    const { body: whole } = await api.get(`/proxy_sessions/${ids[6]}/merchant`);
    const { cart_snapshot, payer_contact, beneficiary_contact, ...rest } = whole;
    const bare = ({ cart_snapshot: _, ...charge }: Record<string, unknown>) => charge;
    expect(body.data[0]).toEqual({
      ...rest,
      requested: bare(rest.requested),
      latest_quote: bare(rest.latest_quote),
      final: bare(rest.final),
    });
  });

  it('pages in either direction without gaps or repetitions', async () => {
    const newest = ids.toReversed();
    expect(await pages({ limit: '3' })).toEqual([
      newest.slice(0, 3),
      newest.slice(3, 6),
      newest.slice(6),
    ]);
    expect(await pages({ limit: '7', sort: 'created_at' })).toEqual([ids]);
    expect((await pages({ limit: '1', sort: 'created_at' })).flat()).toEqual(ids);
  });

  it('applies every filter', async () => {
    expect(await readIds({ status: 'payer_handoff_pending' })).toEqual([ids[2]]);
    expect(await readIds({ status: 'paid' })).toEqual([]);
    expect(await readIds({ buyer_reference: 'odd' })).toEqual([ids[5], ids[3], ids[1]]);
    expect(await pages({ buyer_reference: 'even', limit: '2', sort: 'created_at' })).toEqual([
      [ids[0], ids[2]],
      [ids[4], ids[6]],
    ]);
    const { body } = await api.get(`/proxy_sessions/${ids[3]}/merchant`);
    const since = await readIds({ created_from: body.created_at, sort: 'created_at' });
    const before = await readIds({ created_before: body.created_at, sort: 'created_at' });
    expect(since).toContain(ids[3]);
    expect(before).not.toContain(ids[3]);
    expect([...before, ...since]).toEqual(ids);
  });

  it.each([
    ['limit=0', 'limit must be 1 or more.'],
    ['limit=101', 'limit must be at most 100.'],
    ['limit=many', 'limit must be a whole number from 1 to 100.'],
    ['limit=2.5', 'limit must be a whole number from 1 to 100.'],
    ['limit=', 'limit must be a whole number from 1 to 100.'],
    ['limit=1&limit=2', 'limit must appear in the query only once.'],
    ['status=created&status=paid', 'status must appear in the query only once.'],
    ['sort=amount_minor', 'sort must be "-created_at" or "created_at".'],
    ['cursor=nonsense', 'cursor must be the next_cursor of another page.'],
    ['created_from=yesterday', 'created_from must be an RFC 3339 timestamp'],
    ['status=unknown', 'status must be "created" or'],
    ['page=2', 'page: not a known field.'],
  ])('rejects ?%s by name', async (query, message) => {
    const { status, body } = await api.get(`/proxy_sessions?${query}`);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(message);
  });

  it('rejects a cursor of another merchant’s list', async () => {
    const { body } = await list({ limit: '3' });
    const theirs = await api.get(`/proxy_sessions?cursor=${body.next_cursor}`, {
      key: api.other.secretKey,
    });
    expect(theirs.body).toEqual({ data: [], has_more: false, next_cursor: null });
  });
});

describe('the views of the dashboard', () => {
  const lines = [{ name: 'Coffee', quantity: 2, note: 'x'.repeat(200_000) }, { name: 'Filters' }];
  const dashboard = () => {
    const { id: merchantId } = api.merchant;
    const person = {
      userId: 'user_1',
      merchantId,
      mode: 'test',
      role: 'viewer',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: true,
    } as const;
    return createCaller({ deps: api.deps, requestId: 'req_1', person }).sessions;
  };
  let id: string;
  beforeAll(async () => {
    const body = {
      ...order,
      buyer_reference: `large ${'x'.repeat(10_000)}`,
      cart_snapshot: { lines },
      payer_contact: { email: 'payer@example.com' },
      beneficiary_contact: { phone: '+49 30 1234' },
      metadata: { order: 'A-1042' },
    };
    const headers = { 'idempotency-key': 'order-key-1042' };
    ({ id } = (await api.post('/proxy_sessions', body, { headers })).body);
  });

  it('list a session by its columns only, whatever the size of its cart', async () => {
    const [row] = (await dashboard().listOverviews({ limit: 1 })).data;
    expect(row).toEqual({
      id,
      status: 'created',
      payment_status: 'unpaid',
      actionable_next_step: 'prepare_provider',
      buyer_reference: expect.stringMatching(/^large x{113}…$/),
      cart_summary: { first_item: '2 × Coffee', more_items: 1 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      expires_at: expect.any(String),
      status_reason: null,
      final: { amount_minor: order.amount_minor, currency: 'eur' },
    });
    const text = JSON.stringify(row);
    expect(text.length).toBeLessThan(1_000);
    expect(text).not.toMatch(/contact|payer@example|1234|metadata|A-1042|idempotency|order-key/);
  });

  it('contain the cart of a session once', async () => {
    const { session } = await dashboard().getTimeline({ id });
    expect(session.cart_snapshot).toEqual({ lines });
    expect(JSON.stringify(session).split('x'.repeat(200_000))).toHaveLength(2);
  });
});
