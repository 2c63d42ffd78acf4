import { createLogger } from '@parley/telemetry';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

let failure: Error | null = null;
let lines: string[] = [];

const api = await startApi({
  serve: (deps) => ({
    logger: createLogger({
      name: 'api',
      level: 'info',
      destination: { write: (line: string) => void lines.push(line) },
    }),
    deps: {
      ...deps,
      database: {
        ...deps.database,
        commit: (commit) => (failure ? Promise.reject(failure) : deps.database.commit(commit)),
      },
    },
  }),
});
afterAll(() => api.stop());
beforeEach(() => {
  failure = null;
  lines = [];
});

const getBatch = (path: string, size: number) => Array<string>(size).fill(path).join(',');
const encode = (input: unknown) => encodeURIComponent(JSON.stringify(input));

async function rpc(path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${api.url}/trpc/${path}`, {
    headers: {
      authorization: `Bearer ${api.merchant.secretKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests check the parts they read
  const json: any = await response.json();
  return { status: response.status, id: response.headers.get('x-request-id'), json };
}

/** Expects an error in tRPC's format whose request id is that of the header. */
function expectError({ status, id, json }: Awaited<ReturnType<typeof rpc>>, message?: RegExp) {
  expect(id).toMatch(/^req_/);
  expect([status, json.error.data]).toEqual([
    400,
    { code: 'invalid_request', httpStatus: 400, request_id: id },
  ]);
  if (message) expect(json.error.message).toMatch(message);
}

describe('a batch', () => {
  it('of ten calls is accepted', async () => {
    const input = encode({ ...Array<object>(10).fill({}) });
    const { status, json } = await rpc(`${getBatch('sessions.list', 10)}?batch=1&input=${input}`);
    expect([status, json.length]).toEqual([200, 10]);
  });

  it('of eleven calls is rejected', async () => {
    for (const separator of [',', '%2C', '%2c']) {
      const paths = getBatch('sessions.list', 11).replaceAll(',', separator);
      expectError(await rpc(`${paths}?batch=1`), /more than 10 calls/);
    }
  });

  it('of more than one call with an idempotency key is rejected and writes nothing', async () => {
    const before = await api.database.client.proxySession.count();
    const path = `${getBatch('sessions.create', 2)}?batch=1`;
    const inputs = { 0: order, 1: order };
    expectError(
      await rpc(path, inputs, { 'idempotency-key': 'two-calls' }),
      /^idempotency-key applies to one call; send calls separately\.$/,
    );
    expect(await api.database.client.proxySession.count()).toBe(before);
    const one = { 'idempotency-key': 'one-call' };
    const { json } = await rpc('sessions.create?batch=1', { 0: order }, one);
    const again = await rpc('sessions.create?batch=1', { 0: order }, one);
    expect(again.json).toEqual(json);
  });
});

describe('the query of a request', () => {
  it.each([
    ['a duplicate key', `input=${encodeURIComponent('{"limit":1,"limit":2}')}`, /twice/],
    ['a NUL character', `input=${encode({ cursor: '\0' })}`, /NUL/],
    ['two inputs', `input=${encodeURIComponent('{"limit":1,"limit":2}')}&input=1`, /repeated/],
    ['two inputs, one encoded', `input=${encode({ cursor: '\0' })}&%69nput=1`, /repeated/],
    ['bytes that are not UTF-8', 'input=%7B%22cursor%22:%22%ff%22%7D', /encoding in input/],
    ['two batch parameters', 'batch=1&batch=0', /repeated/],
    ['connectionParams', `connectionParams=${encode({ token: 'x' })}`, /connectionParams/],
    ['malformed connectionParams', 'connectionParams=%7B', /connectionParams/],
    ['an unknown parameter', 'lastEventId=1', /lastEventId/],
  ])('with %s is rejected', async (_case, query, message) => {
    expectError(await rpc(`sessions.list?${query}`), message);
  });
});

describe('a stream of JSON lines', () => {
  it.each(['trpc-accept', 'accept'])(
    'requested by %s is refused, with a key or without',
    async (name) => {
      for (const authorization of ['', `Bearer ${api.merchant.secretKey}`]) {
        const headers = { authorization, [name]: 'application/json, application/jsonl' };
        const path = `sessions.list?batch=1&input=${encode({ 0: {} })}`;
        expectError(await rpc(path, undefined, headers), /application\/jsonl is not served/);
        headers[name] = 'application/jsonl';
        expectError(await rpc(path, undefined, headers), /application\/jsonl is not served/);
      }
    },
  );
});

describe('a procedure of the payer page', () => {
  it('is not served, whatever its input', async () => {
    const { publishableKey: pk } = api.merchant;
    const { body } = await api.post('/proxy_sessions', order);
    const input = encode({ id: body.id, pk });
    for (const path of [`payer.getPage?input=${input}`, 'payer.getPage']) {
      const { status, id, json } = await rpc(path);
      expect([status, json.error.data]).toEqual([
        404,
        { code: 'not_found', httpStatus: 404, request_id: id },
      ]);
    }
    expect((await rpc('payer.openPage', { id: body.id, pk })).status).toBe(404);
  });
});

describe('an error outside of a procedure', () => {
  it('carries the request id of the header', async () => {
    expectError(await rpc('sessions.list,sessions.create?batch=1'));
    const { status, id, json } = await rpc('sessions.list', undefined, {
      'content-type': 'multipart/form-data',
    });
    expect([status, json.error.data.request_id]).toEqual([405, id]);
  });
});

describe('an internal error of a procedure', () => {
  it('is logged with its stack and the request id', async () => {
    failure = new Error('the write failed');
    const { status, id, json } = await rpc('sessions.create', order);
    expect([status, json.error.data.code]).toEqual([500, 'internal_error']);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(logged).toEqual([expect.objectContaining({ msg: 'internal_error', request_id: id })]);
    expect(JSON.stringify(logged[0].err)).toMatch(/\.ts:\d+/);
  });
});
