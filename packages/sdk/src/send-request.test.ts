import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, hang, refuse, respond } from '../test/fake-api.ts';
import { Parley } from './client.ts';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  ParleyError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './errors.ts';

const order = { amount_minor: 4200, currency: 'eur', buyer_reference: 'c_1', cart_snapshot: {} };
const created = { id: 'psess_1', status: 'created' };
const networkError = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets the time pass until a request has ended, and returns its result or error. */
async function settle<T>(promise: PromiseLike<T>): Promise<T | Error> {
  const settled = promise.then(
    (value) => value,
    (error: Error) => error,
  );
  await vi.runAllTimersAsync();
  return await settled;
}

describe('a request', () => {
  test('has the key, the version of the package and JSON', async () => {
    const { client, received } = createClient([respond(200, created)]);
    expect(await client.sessions.create(order)).toEqual(created);
    const [{ method, url, headers, body } = {}] = received;
    expect([method, url, body]).toEqual(['POST', 'https://api.example/v1/proxy_sessions', order]);
    expect(Object.fromEntries(headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer sk_test_1',
      'content-type': 'application/json',
      'idempotency-key': expect.stringMatching(/^sdk-[\w-]{36}$/),
      'user-agent': expect.stringMatching(/^parley-sdk\/\d+\.\d+\.\d+$/),
    });
  });

  test('that reads has no idempotency key, and a write has the given one', async () => {
    const { client, received } = createClient([respond(200, {})]);
    await client.sessions.retrieve('psess_1');
    await client.sessions.create(order, { idempotencyKey: 'order-1' });
    expect(received.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      null,
      'order-1',
    ]);
  });

  test('returns status, headers, request id and replay with withResponse', async () => {
    const { client } = createClient([respond(200, created, { 'idempotent-replayed': 'true' })]);
    const response = await client.sessions.create(order).withResponse();
    expect(response).toMatchObject({ data: created, status: 200, requestId: 'req_1' });
    expect(response.isReplayed).toBe(true);
    expect(response.headers.get('x-request-id')).toBe('req_1');
  });

  test('keeps its key and type of content, whatever headers are added', async () => {
    const { client, received } = createClient([respond(200, {})]);
    const headers = {
      'Idempotency-Key': 'other',
      Authorization: 'none',
      'Content-Type': 'text/csv',
    };
    await client.sessions.create(order, { idempotencyKey: 'order-1', headers });
    expect(Object.fromEntries(received[0]?.headers ?? [])).toMatchObject({
      authorization: 'Bearer sk_test_1',
      'content-type': 'application/json',
      'idempotency-key': 'order-1',
    });
  });

  test.each(['', '.', '..', undefined as unknown as string])('is not sent with the id %j', (id) => {
    const { client, received } = createClient([]);
    expect(() => client.sessions.retrieve(id)).toThrow(TypeError);
    expect(received).toEqual([]);
  });

  test.each(['', 'x'.repeat(256), 'order ☕', 'order\n1'])(
    'is not sent with the idempotency key "%s"',
    async (key) => {
      const { client, received } = createClient([]);
      const promise = client.sessions.create(order, { idempotencyKey: key });
      await expect(promise).rejects.toThrow(/^idempotencyKey must have 1 to 255 characters/);
      expect(received).toEqual([]);
    },
  );

  test('is sent with any idempotency key that a header may have', async () => {
    const { client, received } = createClient([respond(200, {})]);
    await client.sessions.create(order, { idempotencyKey: 'Straße 1' });
    expect(received[0]?.headers.get('idempotency-key')).toBe('Straße 1');
  });

  test.each([
    [{ timeout: 0 }, 'timeout must be'],
    [{ timeout: Number.NaN }, 'timeout must be'],
    [{ maxRetries: -1 }, 'maxRetries must be'],
  ])('is not sent with %j', async (options, message) => {
    const { client, received } = createClient([]);
    const promise = client.events.list({}, options);
    await expect(promise).rejects.toThrow(message);
    await expect(promise).rejects.toThrow(TypeError);
    expect(received).toEqual([]);
  });

  test('with a header that cannot be sent fails at once', async () => {
    const { client, received } = createClient([]);
    const promise = client.sessions.create(order, { headers: { 'x-name': 'a\nb' } });
    await expect(promise).rejects.toThrow(TypeError);
    expect(received).toEqual([]);
  });
});

describe('a retry', () => {
  const temporary = [
    ['no response', networkError],
    ['408', refuse(408, 'request_timeout')],
    ['409 idempotency_in_flight', refuse(409, 'idempotency_in_flight', { 'retry-after': '1' })],
    ['429', refuse(429, 'rate_limited', { 'retry-after': '1' })],
    ['500', refuse(500, 'internal_error')],
    ['502', refuse(502, 'provider_error')],
    ['503', refuse(503, 'service_unavailable', { 'retry-after': '1' })],
    ['504 of a proxy', new Response('<html>', { status: 504 })],
  ] as const;

  test.each(temporary)('follows %s, with the same key and body', async (_, reply) => {
    const { client, received } = createClient([reply, respond(200, created)]);
    const params = { ...order };
    const promise = client.sessions.create(params);
    params.amount_minor = 1;
    expect(await settle(promise)).toEqual(created);
    expect(received.map(({ body }) => body)).toEqual([order, order]);
    const [first, second] = received.map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  const definite = [
    [400, 'invalid_request', InvalidRequestError],
    [401, 'invalid_api_key', AuthenticationError],
    [403, 'insufficient_scope', PermissionError],
    [404, 'not_found', NotFoundError],
    [405, 'method_not_allowed', ApiError],
    [409, 'cart_version_conflict', ConflictError],
    [409, 'payment_in_progress', ConflictError],
    [409, 'limit_reached', ConflictError],
    [413, 'payload_too_large', InvalidRequestError],
    [415, 'unsupported_media_type', InvalidRequestError],
    [422, 'idempotency_key_reused', InvalidRequestError],
    [431, 'headers_too_large', InvalidRequestError],
  ] as const;

  test.each(definite)('does not follow %s %s', async (status, code, ErrorClass) => {
    const { client, received } = createClient([
      refuse(status, code, {
        'retry-after': '1',
        link: '<https://docs.example/errors/x/>; rel="help"',
      }),
    ]);
    const error = await settle(client.sessions.create(order, { idempotencyKey: 'order-1' }));
    expect(error).toBeInstanceOf(ErrorClass);
    expect(error).toBeInstanceOf(ParleyError);
    expect(error).toMatchObject({
      name: ErrorClass.name,
      message: 'Why.',
      status,
      code,
      requestId: 'req_1',
      retryAfterSeconds: 1,
      helpUrl: 'https://docs.example/errors/x/',
      idempotencyKey: 'order-1',
    });
    expect(received).toHaveLength(1);
  });

  test('ends with the last error when none is left', async () => {
    const { client, received } = createClient([refuse(429, 'rate_limited')]);
    expect(await settle(client.events.list())).toBeInstanceOf(RateLimitError);
    expect(received).toHaveLength(3);
    await settle(client.events.list({}, { maxRetries: 0 }));
    expect(received).toHaveLength(4);
  });

  test('of a lost response ends with the key to send again', async () => {
    const { client } = createClient([networkError], { maxRetries: 1 });
    const error = await settle(client.sessions.create(order));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: 'No response: fetch failed: ECONNRESET',
      cause: networkError,
      idempotencyKey: expect.stringMatching(/^sdk-/),
    });
  });

  test('follows a response whose body breaks off', async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(networkError) });
    const { client, received } = createClient([
      async () => new Response(body),
      respond(200, created),
    ]);
    expect(await settle(client.sessions.create(order))).toEqual(created);
    expect(received).toHaveLength(2);
  });

  /** The milliseconds before each retry. */
  async function getDelays(headers: Record<string, string>, random: number, maxRetries = 6) {
    vi.mocked(Math.random).mockReturnValue(random);
    const times: number[] = [];
    const { client } = createClient([refuse(503, 'service_unavailable', headers)], {
      maxRetries,
      hooks: { onRequest: () => void times.push(Date.now()) },
    });
    await settle(client.events.list());
    return times.slice(1).map((time, index) => time - (times[index] ?? 0));
  }

  test('waits twice as long each time, up to eight seconds, with jitter', async () => {
    expect(await getDelays({}, 0)).toEqual([250, 500, 1000, 2000, 4000, 4000]);
    expect(await getDelays({}, 1)).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  test('waits at least as long as Retry-After says, in seconds or as a date', async () => {
    expect(await getDelays({ 'retry-after': '3' }, 0, 2)).toEqual([3000, 3000]);
    expect(await getDelays({ 'retry-after': '3' }, 0.5, 1)).toEqual([3125]);
    vi.setSystemTime('2026-11-27T12:00:00Z');
    const date = new Date(Date.now() + 5000).toUTCString();
    expect(await getDelays({ 'retry-after': date }, 0, 1)).toEqual([5000]);
    expect(await getDelays({ 'retry-after': 'soon' }, 0, 1)).toEqual([250]);
  });

  test('is left to the caller after a long Retry-After', async () => {
    const { client, received } = createClient([
      refuse(503, 'service_unavailable', { 'retry-after': '61' }),
    ]);
    const error = await settle(client.events.list());
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ retryAfterSeconds: 61 });
    expect(received).toHaveLength(1);
  });
});

describe('a response that is none of the API', () => {
  test.each([
    ['a page', new Response('<html>', { status: 200 })],
    ['a redirect', new Response('', { status: 302, headers: { location: '/login' } })],
    ['other JSON', new Response('{"error":"no"}', { status: 404 })],
  ])('has the code unexpected_response and no retry: %s', async (_, reply) => {
    const { client, received } = createClient([reply]);
    const error = await settle(client.events.list());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'unexpected_response',
      status: reply.status,
      requestId: null,
    });
    expect(received).toHaveLength(1);
  });
});

describe('a time limit', () => {
  test('ends each attempt, and counts the body of the response', async () => {
    const slowBody = async (signal: AbortSignal) =>
      new Response(
        new ReadableStream({
          start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
        }),
      );
    const { client, received } = createClient([hang, slowBody, respond(200, created)]);
    const started = Date.now();
    expect(await settle(client.sessions.create(order, { timeout: 1000 }))).toEqual(created);
    expect(Date.now() - started).toBe(1000 + 250 + 1000 + 500);
    expect(received).toHaveLength(3);
  });

  test('ends the request when no retry is left', async () => {
    const { client } = createClient([hang], { maxRetries: 0 });
    const error = await settle(client.events.list());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toBe('No response within 30000 ms.');
  });
});

describe('a signal', () => {
  const reason = new Error('not needed');

  test('ends an attempt with its own reason, and no retry follows', async () => {
    const { client, received } = createClient([hang]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 10);
    expect(await settle(client.events.list({}, { signal: controller.signal }))).toBe(reason);
    expect(received).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends the wait before a retry', async () => {
    const { client, received } = createClient([
      refuse(503, 'service_unavailable', { 'retry-after': '50' }),
    ]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 10);
    const started = Date.now();
    expect(await settle(client.events.list({}, { signal: controller.signal }))).toBe(reason);
    expect(Date.now() - started).toBe(10);
    expect(received).toHaveLength(1);
  });

  test('that is aborted by a hook ends the attempt', async () => {
    const controller = new AbortController();
    const { client } = createClient([hang], {
      hooks: { onRequest: () => controller.abort(reason) },
    });
    expect(await settle(client.events.list({}, { signal: controller.signal }))).toBe(reason);
  });

  test('that is aborted after the response does not hide it', async () => {
    const controller = new AbortController();
    const { client } = createClient([respond(200, created)], {
      hooks: { onResponse: () => controller.abort(reason) },
    });
    const { signal } = controller;
    expect(await settle(client.sessions.create(order, { signal }))).toEqual(created);
  });

  test('that is aborted already sends nothing', async () => {
    const { client, received } = createClient([]);
    const signal = AbortSignal.abort(reason);
    expect(await settle(client.events.list({}, { signal }))).toBe(reason);
    expect(received).toEqual([]);
  });
});

describe('a hook', () => {
  test('sees each attempt without the key, and may add headers', async () => {
    const seen: unknown[] = [];
    const { client, received } = createClient(
      [networkError, refuse(500, 'internal_error'), respond(200, created)],
      {
        hooks: {
          onRequest: ({ attempt, headers }) => headers.set('x-attempt', String(attempt)),
          onResponse: ({ operation, attempt, headers, response, requestId, error }) => {
            expect(JSON.stringify([...headers])).not.toContain('sk_test_1');
            seen.push([operation, attempt, response?.status, requestId, error?.name]);
          },
        },
      },
    );
    await settle(client.sessions.create(order));
    expect(seen).toEqual([
      ['createSession', 1, undefined, null, 'ConnectionError'],
      ['createSession', 2, 500, 'req_1', 'ServerError'],
      ['createSession', 3, 200, 'req_1', undefined],
    ]);
    expect(received.map(({ headers }) => headers.get('x-attempt'))).toEqual(['1', '2', '3']);
  });

  test('that throws ends the request', async () => {
    const failure = new Error('hook');
    const { client, received } = createClient([respond(200, {})], {
      hooks: { onRequest: () => Promise.reject(failure) },
    });
    expect(await settle(client.events.list())).toBe(failure);
    expect(received).toEqual([]);
  });
});

describe('a client', () => {
  const unset = undefined as unknown as string;

  test.each([
    [{ apiKey: '' }, 'apiKey must be a key'],
    [{ apiKey: 'sk_test_1\n' }, 'apiKey must be a key'],
    [{ apiKey: unset }, 'apiKey must be a key'],
    [{ baseUrl: 'api.example/v1' }, 'baseUrl must be a URL'],
    [{ baseUrl: 'https://api.example/v1?x=1' }, 'baseUrl must be a URL'],
    [{ baseUrl: unset }, 'baseUrl must be a URL'],
    [{ timeout: 0 }, 'timeout must be'],
    [{ timeout: Number.NaN }, 'timeout must be'],
    [{ timeout: Number.POSITIVE_INFINITY }, 'timeout must be'],
    [{ maxRetries: -1 }, 'maxRetries must be'],
    [{ maxRetries: Number.NaN }, 'maxRetries must be'],
  ])('is not created with %o', (options, message) => {
    expect(() => createClient([], options)).toThrow(TypeError);
    expect(() => createClient([], options)).toThrow(message);
  });

  test('is not created without options', () => {
    const create = () => Reflect.construct(Parley, []);
    expect(create).toThrow('apiKey must be a key such as sk_test_…');
  });

  test('does not show its key', () => {
    expect(JSON.stringify(createClient([]).client)).not.toContain('sk_test_1');
  });

  test('uses the global fetch at the time of the request', async () => {
    const { client } = createClient([], { fetch: undefined });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => respond(200, created));
    expect(await client.sessions.create(order)).toEqual(created);
  });
});

test('a key in the headers is the key of the request', async () => {
  const { client, received } = createClient([respond(200, {})]);
  const headers = { 'Idempotency-Key': 'order-1' };
  await client.sessions.cancel('psess_1', { headers });
  await client.sessions.cancel('psess_1', { headers, idempotencyKey: 'order-2' });
  const keys = received.map((request) => request.headers.get('idempotency-key'));
  expect(keys).toEqual(['order-1', 'order-2']);
});
