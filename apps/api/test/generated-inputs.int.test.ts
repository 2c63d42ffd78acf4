import { getOperations } from '@parley/router/rest';
import { openApiDocument } from '@parley/router/rest/document';
import { testScale } from '@parley/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex, order, startApi, type TestApi } from './api.ts';
import { expectDeclared } from './expect-declared.ts';
import { mutation, oddHeaders, oddQuery, oddSegment, spoiling } from './inputs/hostile.ts';
import { type RawResponse, rawClient } from './inputs/raw-client.ts';
import { allowedBy } from './inputs/schema-arbitrary.ts';
import { startProviderStub } from './provider-stub.ts';

/** Cases for each operation. */
const RUNS = Math.ceil(50 * testScale);
const CONNECTIONS = 16;
const OWN_KEY = '?pk=own';

const document = openApiDocument('http://api.test/v1');
const operations = getOperations(document);
type Operation = (typeof operations)[number];

let api: TestApi;
/** A provider that has no objects. */
let stub: Awaited<ReturnType<typeof startProviderStub>>;
let client: ReturnType<typeof rawClient>;
/** Ids of existing objects, by path parameter. */
const ids: Record<string, string[]> = {};
const tally = { cases: 0, worstMs: 0, byStatus: new Map<number, number>() };

beforeAll(async () => {
  stub = await startProviderStub();
  const account = {
    apiUrl: stub.url,
    publishableKey: 'pk_test_stub',
    secretKey: 'sk_test_stub',
    webhookSecret: 'whsec_stub',
  };
  api = await startApi({ account });
  client = rawClient(api.url, CONNECTIONS);
  await makeObjects();
});
afterAll(async () => {
  client.close();
  await api.stop();
  await stub.stop();
  const statuses = [...tally.byStatus].sort(([a], [b]) => a - b).map((pair) => pair.join(': '));
  // biome-ignore lint/suspicious/noConsole: the numbers are for the person who runs the tests
  console.info(
    `generated inputs: ${tally.cases} cases for ${operations.length} operations, ` +
      `slowest response ${Math.round(tally.worstMs)} ms, by status {${statuses.join(', ')}}`,
  );
});

describe('generated requests', () => {
  it.concurrent.each(operations.map((operation) => [operation.operation.operationId, operation]))(
    'to %s receive only declared responses',
    async (_, operation) => {
      await fc.assert(
        fc.asyncProperty(requestTo(operation), async (sent) => {
          const path = fill(sent.path);
          const response = await client.send({
            method: operation.method.toUpperCase(),
            path: `/v1${path}`,
            headers: getHeaders(sent.headers, sent.body),
            body: sent.body,
          });
          count(response);
          expect(response.status, `${operation.method} ${path}: ${response.text}`).toBeLessThan(
            500,
          );
          const body: unknown = JSON.parse(response.text);
          if (isMisplaced(path, operation)) expectNowhere(response.status, body);
          else expectDeclared(operation.method, path, response.status, body, response.headers);
        }),
        { numRuns: RUNS },
      );
    },
    600_000,
  );
});

describe('the generated requests together', () => {
  it('are at least 50 for each operation, multiplied by TEST_SCALE', () => {
    expect(operations.length).toBeGreaterThanOrEqual(22);
    expect(tally.cases).toBeGreaterThanOrEqual(operations.length * RUNS);
  });
});

/** Whether extra slashes make the path another route. */
function isMisplaced(path: string, { path: template }: Operation): boolean {
  const [bare = ''] = path.split('?', 1);
  return bare.split('/').length !== template.split('/').length;
}

function expectNowhere(status: number, body: unknown): void {
  expect([400, 401, 403, 404, 405, 413, 415, 431]).toContain(status);
  expect(body).toEqual({
    error: {
      code: expect.any(String),
      message: expect.any(String),
      request_id: expect.stringMatching(/^req_/),
    },
  });
}

function requestTo({ method, path, operation }: Operation) {
  const schema = operation.requestBody?.content['application/json'].schema;
  const written = method !== 'get';
  return fc.record({
    path: pathTo(path, operation.operationId),
    headers: fc.oneof(
      { arbitrary: fc.constant({}), weight: 5 },
      { arbitrary: oddHeaders, weight: 1 },
    ),
    body: schema ? getBody(schema) : fc.constant(written ? Buffer.alloc(0) : undefined),
  });
}

/** A path template with generated parameters; null stands for the id of an existing object. */
function pathTo(path: string, operationId: string) {
  const odd = fc.oneof(
    { arbitrary: fc.constant(null), weight: 9 },
    { arbitrary: oddSegment, weight: 1 },
  );
  return fc.record({
    shape: fc.oneof(
      { arbitrary: fc.constant(path), weight: 30 },
      { arbitrary: fc.constantFrom(`${path}/`, `/${path}`, `${path}//x`), weight: 1 },
    ),
    pick: fc.nat(),
    odd: fc.tuple(...[...path.matchAll(/\{\w+\}/g)].map(() => odd)),
    query: fc.oneof(
      { arbitrary: fc.constant(operationId === 'getSession' ? OWN_KEY : ''), weight: 6 },
      { arbitrary: oddQuery, weight: 1 },
    ),
  });
}

/** Fills the parameters. Objects at the same index belong together, so one index serves all. */
function fill({
  shape,
  pick,
  odd,
  query,
}: ReturnType<typeof pathTo> extends fc.Arbitrary<infer P> ? P : never) {
  let at = 0;
  const filled = shape.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const list = ids[name] ?? ['psess_none'];
    return odd[at++] ?? list[pick % list.length] ?? '';
  });
  return filled + (query === OWN_KEY ? `?pk=${api.merchant.publishableKey}` : query);
}

/** Valid bodies, mutated bodies and malformed JSON. */
function getBody(schema: Parameters<typeof allowedBy>[0]) {
  const allowed = allowedBy(schema, (name) => document.components.schemas[name] ?? {});
  const asText = (value: unknown) => Buffer.from(JSON.stringify(value) ?? 'null');
  return fc.oneof(
    { arbitrary: allowed.map(asText), weight: 4 },
    { arbitrary: fc.tuple(allowed, mutation).map(([body, m]) => asText(m(body))), weight: 4 },
    {
      arbitrary: fc
        .tuple(allowed, spoiling)
        .map(([body, spoil]) => spoil(JSON.stringify(body) ?? 'null')),
      weight: 2,
    },
  );
}

function getHeaders(odd: Record<string, string>, body: Buffer | undefined) {
  const usual = {
    authorization: `Bearer ${api.merchant.secretKey}`,
    ...(body && body.length > 0 ? { 'content-type': 'application/json' } : {}),
  };
  return Object.fromEntries(
    Object.entries({ ...usual, ...odd }).filter(([, value]) => value !== ''),
  );
}

function count({ status, ms }: RawResponse): void {
  tally.cases += 1;
  tally.worstMs = Math.max(tally.worstMs, ms);
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
}

/** Creates sessions in several states with their attempts, and one of another merchant. */
async function makeObjects(): Promise<void> {
  const sessions: string[] = [];
  const attempts: string[] = [];
  const options = {
    commercial_mode: 'one_time',
    pricing_mode: 'fixed',
    provider_options_fingerprint: hex('a'),
  };
  for (let index = 0; index < 40; index++) {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const path = `/proxy_sessions/${id}`;
    if (index % 3 === 0) await api.post(`${path}/payer_opened`);
    const reserved = await api.post(`${path}/acquisition_attempts`, {
      ...options,
      integration_path: index % 2 ? 'payment_intent' : 'checkout_session',
    });
    sessions.push(id);
    attempts.push(reserved.body.acquisition_attempt.id);
  }
  const { key } = { key: api.other.secretKey };
  sessions.push((await api.post('/proxy_sessions', order, { key })).body.id);
  attempts.push(attempts[0] ?? '');
  const endpoints: string[] = [];
  const events: string[] = [];
  for (let index = 0; index < 20; index++) {
    const made = await api.post('/webhook_endpoints', { url: 'https://shop.example/hook' });
    const { id } = made.body.webhook_endpoint;
    const ping = await api.post(`/webhook_endpoints/${id}/ping`);
    endpoints.push(id);
    events.push(ping.body.delivery.event_id);
  }
  Object.assign(ids, {
    webhook_endpoint_id: endpoints,
    event_id: events,
    id: sessions,
    proxy_session_id: sessions,
    acquisition_attempt_id: attempts,
  });
}
