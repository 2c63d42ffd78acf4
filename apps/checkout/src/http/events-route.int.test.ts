import { randomBytes } from 'node:crypto';
import {
  createSessionWithHandoff,
  getPayerPage,
  insertApiKey,
  newId,
  recordPayerOpened,
} from '@parley/operations';
import { createTestDatabase } from '@parley/testing';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { appContext } from '../app-context.ts';
import { POLL_MS } from '../live/session-watch.ts';
import { handleEvents } from './events-route.ts';

const MAX_PER_ADDRESS = 2;
const scope = { merchantId: newId('merch'), mode: 'test' } as const;
const caller = { ...scope, actor: { kind: 'system', id: null }, requestId: null } as const;

const store = await createTestDatabase();
vi.stubEnv('DATABASE_URL', store.url);
vi.stubEnv('CHECKOUT_URL', 'http://localhost:3001');
vi.stubEnv('PARLEY_ENCRYPTION_KEYS', `k1:${randomBytes(32).toString('base64')}`);
vi.stubEnv('LOG_LEVEL', 'silent');
vi.stubEnv('CHECKOUT_MAX_STREAMS_PER_ADDRESS', String(MAX_PER_ADDRESS));
const { deps } = appContext();
await deps.database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Nord' });
const pk = await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' });
const readVersions = vi.spyOn(deps.database, 'readSessionVersions');
const opened: ReadableStreamDefaultReader[] = [];
// As `delayStopSignals` does at SIGTERM.
const stopping = Symbol.for('parley.stopping');
const setStopping = (value: boolean) => Object.assign(globalThis, { [stopping]: value });

afterEach(async () => {
  setStopping(false);
  await Promise.all(opened.splice(0).map((reader) => reader.cancel()));
});
afterAll(async () => {
  await appContext().perLink.close();
  await deps.database.close();
  await store.drop();
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function createSession(): Promise<string> {
  const { id } = await createSessionWithHandoff(deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: { lines: [] },
    publishable_key: pk,
  });
  return id;
}

const connect = (id: string, headers: Record<string, string> = {}, key = pk) =>
  handleEvents(new Request(`http://localhost:3001/${id}/events?pk=${key}`, { headers }), {
    requestId: newId('req'),
    params: { session_id: id },
    addLogFields: () => {},
  });

/** Returns a function that waits for the next event and returns its revision; null at the end. */
function getEvents(response: Response): () => Promise<string | null> {
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('no body');
  opened.push(reader);
  let text = '';
  return async () => {
    for (;;) {
      const event = /id: (.+)\nevent: revision\ndata: \1\n\n/.exec(text);
      if (event) {
        text = text.slice(event.index + event[0].length);
        return event[1] ?? '';
      }
      const { value, done } = await reader.read();
      if (done) return null;
      text += value;
    }
  };
}

it('notifies all open pages of changes of their sessions, with one query for all of them', async () => {
  const [changed, other] = [await createSession(), await createSession()];
  const pages = await Promise.all(
    [changed, changed, other].map(async (id, page) =>
      getEvents(await connect(id, { 'x-forwarded-for': `192.0.2.${page}` })),
    ),
  );
  const [readFirst, readSecond, readThird] = pages as [
    () => Promise<string>,
    () => Promise<string>,
    () => Promise<string>,
  ];
  const before = [await readFirst(), await readSecond(), await readThird()];
  expect(before[0]).toBe(before[1]);
  await recordPayerOpened(deps, caller, { id: changed });
  const reads = readVersions.mock.calls.length;
  const after = await readFirst();
  // The change arrives within a second: the next read finds it, at the latest the one after it.
  expect(readVersions.mock.calls.length - reads).toBeLessThanOrEqual(2);
  expect(2 * POLL_MS).toBeLessThanOrEqual(1_000);
  expect(after).not.toBe(before[0]);
  expect(await readSecond()).toBe(after);
  const shown = await getPayerPage(deps, caller, { id: changed });
  expect(shown.revision.split('.')[0]).toBe(after.split('.')[0]);
  const keys = readVersions.mock.calls.at(-1)?.[0].map(({ id }) => id);
  expect(keys?.toSorted()).toEqual([changed, other].toSorted());
  // A browser that connects again is notified of nothing that it has received.
  const again = getEvents(await connect(changed, { 'last-event-id': after }));
  await recordPayerOpened(deps, caller, { id: other });
  await readThird();
  setStopping(true);
  expect(await again()).toBeNull();
});

it('notifies a page when its deadline passes', async () => {
  const id = await createSession();
  const next = getEvents(await connect(id));
  expect(await next()).toMatch(/\.0$/);
  await deps.database.client.$executeRaw`
    UPDATE proxy_session SET expires_at = now() - interval '1 millisecond'
    WHERE merchant_id = ${scope.merchantId} AND id = ${id}`;
  expect(await next()).toMatch(/\.1$/);
});

it('ends the streams when the process stops, so that browsers connect again by themselves', async () => {
  const id = await createSession();
  const next = getEvents(await connect(id));
  await next();
  setStopping(true);
  expect(await next()).toBeNull();
  const refused = await connect(id);
  expect(refused.status).toBe(200);
  expect(await refused.text()).toMatch(/^retry: \d+\n\n$/);
});

it('makes browsers connect again after different times', async () => {
  const id = await createSession();
  const retries: number[] = [];
  for (const random of [0, 0.5, 1]) {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const reader = (await connect(id)).body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = await reader?.read();
    await reader?.cancel();
    vi.mocked(Math.random).mockRestore();
    retries.push(Number(/^retry: (\d+)\n\n$/.exec(first?.value ?? '')?.[1]));
  }
  expect(retries).toEqual([1_000, 5_500, 10_000]);
});

it('limits the streams of an address, and frees those that are closed', async () => {
  const id = await createSession();
  const from = (address: string) => connect(id, { 'x-forwarded-for': address });
  const responses = [await from('192.0.2.1'), await from('192.0.2.1')];
  expect((await from('192.0.2.1')).status).toBe(503);
  expect((await from('192.0.2.2')).status).toBe(200);
  await responses[0]?.body?.cancel();
  expect((await from('192.0.2.1')).status).toBe(200);
});

it('rejects other origins, unknown sessions and unknown keys', async () => {
  const id = await createSession();
  const statuses = [
    connect(id, { 'sec-fetch-site': 'cross-site' }),
    connect(newId('psess')),
    connect(id, {}, 'pk_test_x'),
  ].map(async (response) => (await response).status);
  expect(await Promise.all(statuses)).toEqual([403, 404, 401]);
});
