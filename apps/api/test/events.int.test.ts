import { isId } from '@parley/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());

describe('the list of events', () => {
  it('filters by type, session and time, newest first, and each event can be read', async () => {
    const before = new Date().toISOString();
    const { body: session } = await api.post('/proxy_sessions', order);
    await api.post(`/proxy_sessions/${session.id}/payer_handoff`);
    await api.post(`/proxy_sessions/${session.id}/payer_opened`);
    const list = async (query: string) => {
      const { status, body } = await api.get(`/events?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const of = await list(`proxy_session_id=${session.id}`);
    expect(
      of.data.map((event: { type: string; sequence: number }) => [event.sequence, event.type]),
    ).toEqual([
      [3, 'proxy_session.payer_opened'],
      [2, 'proxy_session.payer_handoff_issued'],
      [1, 'proxy_session.created'],
    ]);
    const [newest] = of.data;
    expect(isId('evt', newest.id)).toBe(true);
    expect((await api.get(`/events/${newest.id}`)).body).toEqual({ event: newest });
    const created = await list(`type=proxy_session.created&created_from=${before}`);
    expect(created.data.map((event: { id: string }) => event.id)).toEqual([of.data[2].id]);
    expect((await list(`created_before=${before}&proxy_session_id=${session.id}`)).data).toEqual(
      [],
    );
    const first = await list(`proxy_session_id=${session.id}&limit=2`);
    const second = await list(`proxy_session_id=${session.id}&limit=2&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(of.data);
    expect(second.next_cursor).toBeNull();
    expect((await api.get(`/events/${newest.id}`, { key: api.other.secretKey })).status).toBe(404);
  });

  it.each(['type=order.paid', 'created_from=now', 'created_before=2026-11-20', 'cursor=x'])(
    'rejects ?%s',
    async (query) => {
      expect((await api.get(`/events?${query}`)).status).toBe(400);
    },
  );

  it('shows a session without its cart and contacts, and its previous values', async () => {
    const { body: session } = await api.post('/proxy_sessions', {
      ...order,
      payer_contact: { email: 'ada@example.com' },
    });
    const headers = { 'idempotency-key': 'open-1' };
    await api.post(`/proxy_sessions/${session.id}/payer_handoff`, undefined, { headers });
    const { body } = await api.get(`/events?proxy_session_id=${session.id}`);
    const [issued] = body.data;
    expect(issued).toMatchObject({
      schema_version: '2026-11-01',
      livemode: false,
      sequence: 2,
      request: { id: expect.stringMatching(/^req_/), idempotency_key: 'open-1' },
    });
    const { body: view } = await api.get(`/proxy_sessions/${session.id}/merchant`);
    const { cart_snapshot: _c, payer_contact: _p, beneficiary_contact: _b, ...rest } = view;
    const bare = ({ cart_snapshot: _, ...charge }: Record<string, unknown>) => charge;
    expect(issued.data.object).toEqual({
      ...rest,
      requested: bare(view.requested),
      latest_quote: bare(view.latest_quote),
      final: bare(view.final),
    });
    expect(issued.data.previous_attributes).toMatchObject({ status: 'created' });
    expect(JSON.stringify(issued)).not.toContain('ada@example.com');
  });
});
