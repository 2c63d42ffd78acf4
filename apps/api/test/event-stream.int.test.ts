import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, type EventId, formatId, ID_RANDOM_BYTES, type Mode } from '@parley/domain';
import { createApiKey, newId, revokeApiKey, systemCaller } from '@parley/operations';
import { waitFor } from '@parley/testing';
import pino from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import { type ApiResponse, order, startApi } from './api.ts';

const lines: { msg: string; request_id?: string }[] = [];
const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
const api = await startApi({ serve: () => ({ logger }) });
afterAll(() => api.stop());

/** What happens to reads of streams, and how many there were. */
const reads = { count: 0, delayMs: 0, failed: 0, isFailing: false };
const { forScope } = api.database;
const observeReads = <Repository extends object>(repository: Repository): Repository =>
  new Proxy(repository, {
    get:
      (target, name) =>
      async (...args: unknown[]) => {
        reads.count += 1;
        if (reads.delayMs > 0) await pause(reads.delayMs);
        if (reads.isFailing) {
          reads.failed += 1;
          throw new DomainError('service_unavailable');
        }
        const read = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return read(...args);
      },
  });
Object.assign(api.database, {
  forScope: (scope: Parameters<typeof forScope>[0]) =>
    new Proxy(forScope(scope), {
      get: (target, name) =>
        name === 'eventStream' ? observeReads(target.eventStream) : Reflect.get(target, name),
    }),
});

const opened: AbortController[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one.abort();
});

interface Message {
  readonly id: string;
  readonly data: string;
}

async function connect(headers: Record<string, string> = {}, key = api.merchant.secretKey) {
  const controller = new AbortController();
  opened.push(controller);
  const response = await fetch(`${api.url}/v1/events/stream`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: controller.signal,
  });
  // An unread body would keep its connection open.
  return response.ok ? response : new Response(await response.text(), response);
}

/** Opens a stream, and collects its messages until it ends. */
async function listen(...request: Parameters<typeof connect>) {
  // Streams of earlier tests count until the server has seen that their clients left.
  const response = await waitFor(async () => {
    const one = await connect(...request);
    return one.status === 429 ? undefined : one;
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const messages: Message[] = [];
  const requestId = response.headers.get('x-request-id');
  const stream = { requestId, messages, isEnded: false, lastId: '' };
  const decoder = new TextDecoder();
  void (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id = ''] = /^id: (.+)$/m.exec(block) ?? [];
        const [, data] = /^data: (.+)$/m.exec(block) ?? [];
        stream.lastId = id;
        if (data !== undefined) messages.push({ id, data });
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      stream.isEnded = true;
    });
  await waitFor(() => stream.lastId !== '');
  return stream;
}

const readError = async (response: Response) =>
  ((await response.json()) as ApiResponse['body']).error;

const createSession = async (key = api.merchant.secretKey) =>
  (await api.post('/proxy_sessions', order, { key })).body.id as string;
const sessionsIn = (messages: readonly Message[]) =>
  messages.map(({ data }) => JSON.parse(data).data.object.id);

it('sends the events of one merchant as endpoints receive them, and again when they are resent', async () => {
  await createSession();
  const stream = await listen();
  await createSession(api.other.secretKey);
  const id = await createSession();
  await waitFor(() => stream.messages.length === 1);
  const [message] = stream.messages;
  const { data } = (await api.get(`/events?proxy_session_id=${id}`)).body;
  expect(message?.id).toBe(data[0].id);
  expect(JSON.parse(message?.data ?? '')).toEqual(data[0]);

  const { body } = await api.post(`/events/${data[0].id}/resend`);
  expect(body).toEqual({ event_id: data[0].id, resent_at: expect.any(String) });
  expect((await api.post(`/events/${data[0].id}1/resend`)).status).toBe(404);
  await waitFor(() => stream.messages.length === 2);
  const { webhook_endpoint } = (
    await api.post('/webhook_endpoints', { url: 'https://shop.example/hook' })
  ).body;
  const path = `/webhook_endpoints/${webhook_endpoint.id}`;
  const { delivery } = (await api.post(`${path}/ping`)).body;
  await waitFor(() => stream.messages.length === 3);
  await api.post(`${path}/deliveries/${delivery.event_id}/resend`);
  await waitFor(() => stream.messages.length === 4);
  const [, resent, ping, pingAgain] = stream.messages;
  expect([resent?.data, pingAgain?.data]).toEqual([message?.data, ping?.data]);
  expect(JSON.parse(ping?.data ?? '')).toMatchObject({ test: true });
  expect(new Set(stream.messages.map((one) => one.id)).size).toBe(4);
});

it('continues after the last message, or from the beginning of a stream that received none', async () => {
  const quiet = await listen();
  const before = await createSession();
  await waitFor(() => quiet.messages.length === 1);
  opened.pop()?.abort();
  const missed = await createSession();
  const [message] = quiet.messages;
  for (const lastId of [message?.id ?? '', quiet.lastId]) {
    const { messages } = await listen({ 'last-event-id': lastId });
    await waitFor(() => sessionsIn(messages).includes(missed));
    // What may have been committed later than its id says is repeated.
    expect(sessionsIn(messages)).toContain(before);
  }
});

it('sends an event that becomes visible after later ones, and a backlog in order', async () => {
  const appendTo = (mode: Mode) =>
    api.database.forScope({ merchantId: api.merchant.id, mode }).outbox.append;
  let last = 0;
  const eventAt = (ms: number) => {
    last += 1;
    const random = Buffer.alloc(ID_RANDOM_BYTES);
    random.writeUInt32BE(last);
    const id = formatId('evt', ms, random) as EventId;
    const createdAt = new Date(ms);
    const type = 'webhook_endpoint.ping' as const;
    return { id, type, proxySessionId: null, sequence: 0, payload: { id }, createdAt };
  };
  const now = (await api.database.now()).getTime();
  const stream = await listen();
  const [late, newer] = [eventAt(now - 30_000), eventAt(now)];
  await appendTo('test')([newer]);
  await waitFor(() => stream.messages.length === 1);
  await appendTo('test')([late]);
  await waitFor(() => stream.messages.length === 2);
  expect(stream.messages.map(({ id }) => id)).toEqual([newer.id, late.id]);

  const day = 86_400_000;
  const backlog = Array.from({ length: 1_100 }, (_, i) => eventAt(now - day + Math.floor(i / 600)));
  await appendTo('test')(backlog);
  // Those of the other mode are in the same part of the index.
  await appendTo('live')(Array.from({ length: 300 }, () => eventAt(now - day)));
  const after = formatId('evt', now - day, new Uint8Array(ID_RANDOM_BYTES));
  const { messages } = await listen({ 'last-event-id': after });
  await waitFor(() => messages.length >= backlog.length);
  expect(messages.slice(0, 1_100).map(({ id }) => id)).toEqual(backlog.map(({ id }) => id));
});

it('reads nothing once its client has left, and after HEAD', async () => {
  await Promise.all(Array.from({ length: 5 }, () => listen()));
  const headers = { authorization: `Bearer ${api.merchant.secretKey}` };
  const head = await fetch(`${api.url}/v1/events/stream`, { method: 'HEAD', headers });
  expect(head.status).toBe(404);
  for (const one of opened.splice(0)) one.abort();
  await waitFor(async () => {
    const before = reads.count;
    await pause(1_500);
    return reads.count === before;
  });
});

it('counts no stream whose client left before it began', async () => {
  reads.delayMs = 200;
  for (let i = 0; i < 6; i += 1) {
    const response = connect({}, api.other.secretKey).catch(() => null);
    await pause(50);
    opened.pop()?.abort();
    await response;
  }
  reads.delayMs = 0;
  await waitFor(async () => (await connect({}, api.other.secretKey)).status === 200);
});

it('continues after reads that failed, and logs the first of them and the end', async () => {
  const stream = await listen();
  reads.isFailing = true;
  const id = await createSession();
  const getLogged = () =>
    lines.filter(({ request_id }) => request_id === stream.requestId).map(({ msg }) => msg);
  // Reads of a stream that is ending may fail too.
  await waitFor(() => getLogged().length > 0);
  const failedBefore = reads.failed;
  await waitFor(() => reads.failed > failedBefore);
  reads.isFailing = false;
  await waitFor(() => sessionsIn(stream.messages).includes(id));
  expect(stream.isEnded).toBe(false);
  expect(getLogged()).toEqual(['service_unavailable', 'event stream recovered']);
});

it('ends when the key is revoked', async () => {
  const caller = systemCaller({ merchantId: api.merchant.id, mode: 'test' });
  const kind = 'secret';
  const input = { kind, name: 'laptop', scopes: ['events:read'] } as Parameters<
    typeof createApiKey
  >[2];
  const { api_key, value: key } = await createApiKey(api.deps, caller, input);
  const stream = await listen({}, key);
  await revokeApiKey(api.deps, caller, { id: api_key.id });
  await waitFor(() => stream.isEnded);
  expect((await connect({}, key)).status).toBe(401);
});

it('refuses a sixth stream until another one ends, and an id that is none', async () => {
  const streams = await Promise.all(Array.from({ length: 5 }, () => listen()));
  const refused = await connect();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect((await readError(refused)).code).toBe('rate_limited');
  expect((await connect({}, api.other.secretKey)).status).toBe(200);
  opened[0]?.abort();
  await waitFor(async () => (await connect()).status === 200);
  expect(streams.slice(1).every(({ isEnded }) => !isEnded)).toBe(true);
  const invalid = await connect({ 'last-event-id': 'psess_1' }, api.other.secretKey);
  expect([invalid.status, (await readError(invalid)).message]).toEqual([
    400,
    'last-event-id must be the id of a message of this stream.',
  ]);
  expect((await fetch(`${api.url}/v1/events/stream`)).status).toBe(401);
});

it('ends a stream of a merchant with many when another merchant has none and the process is full', async () => {
  const full = await startApi({ serve: () => ({ overload: { maxEventStreams: 2 } }) });
  const open = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${full.url}/v1/events/stream`, { headers });
    return { status: response.status, text: response.text() };
  };
  const { merchant, other } = full;
  const oldest = await open(merchant.secretKey);
  const newest = await open(merchant.secretKey);
  const first = await open(other.secretKey);
  expect([oldest.status, newest.status, first.status]).toEqual([200, 200, 200]);
  expect(await oldest.text).toMatch(/^(id: evt_|$)/);
  // Each has one.
  for (const { secretKey } of [merchant, other]) expect((await open(secretKey)).status).toBe(429);
  await full.stop();
  expect(await newest.text).toMatch(/^id: evt_/);
  expect(await first.text).toMatch(/^id: evt_/);
});

it('ends its streams when the process stops, including one whose client has stopped reading', async () => {
  const other = await startApi();
  const scope = { merchantId: other.merchant.id, mode: 'test' } as const;
  const text = 'x'.repeat(20_000);
  const events = Array.from({ length: 400 }, () => ({
    id: newId('evt'),
    type: 'webhook_endpoint.ping' as const,
    proxySessionId: null,
    sequence: 0,
    payload: { text },
    createdAt: new Date(),
  }));
  const first = formatId('evt', Date.now(), new Uint8Array(ID_RANDOM_BYTES));
  await other.database.forScope(scope).outbox.append(events);
  const headers = { authorization: `Bearer ${other.merchant.secretKey}` };
  const url = `${other.url}/v1/events/stream`;
  const quiet = (await fetch(url, { headers })).text();
  const unread = get(url, { headers: { ...headers, 'last-event-id': first } });
  unread.on('response', (response) => response.pause()).on('error', () => {});
  await once(unread, 'response');
  await pause(1_000);
  // A stream that is not ended would delay the stop beyond the timeout of the test.
  await other.stop();
  expect(await quiet).toMatch(/^id: evt_/);
  unread.destroy();
});
