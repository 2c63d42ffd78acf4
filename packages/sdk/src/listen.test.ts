import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient, hang, refuse } from '../test/fake-api.ts';
import type { StreamedEvent } from './listen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const message = (id: string, data?: string) =>
  `id: ${id}\n${data === undefined ? ':' : `data: ${data}`}\n\n`;
const event = (id: string) => message(id, JSON.stringify({ id }));

/** A response whose body arrives in these parts, and then ends or stays open. */
function stream(parts: readonly string[], { isOpen = false } = {}): Response {
  const bytes = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(bytes.encode(part));
      if (!isOpen) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

type Options = Parameters<ReturnType<typeof createClient>['client']['events']['listen']>[0];

/** Listens until `count` events arrived, while time passes. */
async function collect(
  replies: Parameters<typeof createClient>[0],
  count: number,
  options?: Options,
) {
  const { client, received } = createClient(replies);
  const events: StreamedEvent[] = [];
  const work = (async () => {
    for await (const one of client.events.listen(options)) {
      events.push(one);
      if (events.length === count) return;
    }
  })();
  work.catch(() => {});
  for (let i = 0; i < 20 && events.length < count; i += 1)
    await vi.advanceTimersByTimeAsync(10_000);
  await work;
  return { events, lastIds: received.map(({ headers }) => headers.get('last-event-id')) };
}

it('returns the events of a stream with the bytes of their bodies, however they are divided', async () => {
  const data = '{"id":"evt_ä",  "type":"x"}';
  const text = message('evt_0') + message('evt_1', data) + event('evt_2');
  const parts = [...text].map((character) => character);
  const { events } = await collect([() => Promise.resolve(stream(parts))], 2);
  expect(events).toEqual([
    { messageId: 'evt_1', event: { id: 'evt_ä', type: 'x' }, body: data },
    { messageId: 'evt_2', event: { id: 'evt_2' }, body: '{"id":"evt_2"}' },
  ]);
});

it('connects again after an end, a failure and silence, without repeating what it returned', async () => {
  const onConnection = vi.fn();
  const replies = [
    () => Promise.resolve(stream([event('evt_1'), message('evt_2')])),
    new TypeError('fetch failed'),
    refuse(503, 'service_unavailable'),
    hang,
    () => Promise.resolve(stream([event('evt_1'), event('audit_3')], { isOpen: true })),
  ];
  const { events, lastIds } = await collect(replies, 2, { lastEventId: 'evt_0', onConnection });
  expect(events.map(({ messageId }) => messageId)).toEqual(['evt_1', 'audit_3']);
  expect(lastIds).toEqual(['evt_0', 'evt_2', 'evt_2', 'evt_2', 'evt_2']);
  const states = onConnection.mock.calls.map(([state]) => state.name ?? state);
  expect(states).toEqual([
    'connected',
    // The first stream ended too early to be one that ends by itself.
    'ConnectionError',
    'ConnectionError',
    'ServerError',
    'ConnectionError',
    'connected',
  ]);
});

it('ends with the error of a response that will not change', async () => {
  await expect(collect([refuse(401, 'invalid_api_key')], 1)).rejects.toMatchObject({
    name: 'AuthenticationError',
    requestId: 'req_1',
  });
});

it('ends when its signal aborts, also while it waits', async () => {
  const { client } = createClient([hang]);
  const controller = new AbortController();
  const listening = client.events.listen({ signal: controller.signal }).next();
  await vi.advanceTimersByTimeAsync(10);
  controller.abort();
  expect(await listening).toEqual({ done: true, value: undefined });
});
