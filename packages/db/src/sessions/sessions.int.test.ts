import { randomBytes } from 'node:crypto';
import type { ProxySessionId } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRefusal } from '../../test/commits.ts';
import {
  addAttempt,
  addMerchant,
  addProviderConfig,
  addSession,
  newId,
  openTestDatabase,
} from '../../test/rows.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('finds the sessions of a buyer by a reference that exceeds an index entry', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  // PostgreSQL would compress a repetitive text below the limit.
  const buyerReference = randomBytes(3_000).toString('base64');
  const id = await addSession(database, scope, { buyerReference });
  const neighbor = await addSession(database, scope, { buyerReference: `${buyerReference}2` });
  for (const sessionId of [id, neighbor]) await addAttempt(database, scope, sessionId);
  const { sessions } = database.forScope(scope);
  const { sessions: found } = await sessions.list({
    buyerReference,
    limit: 10,
    direction: 'older',
  });
  expect(found.map(({ session }) => [session.id, session.buyerReference])).toEqual([
    [id, buyerReference],
  ]);
});

it('reads the cart of the requested, the last observed and the binding charge', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const versions = { cartVersion: 3, quoteCartVersion: 2, finalCartVersion: 1 };
  const cartSnapshot = { version: 3 };
  const id = await addSession(database, scope, { ...versions, cartSnapshot });
  await addAttempt(database, scope, id);
  const cart = {
    merchantId: scope.merchantId,
    proxySessionId: id,
    amountMinor: 1,
    currency: 'eur',
  };
  await database.client.cartRevision.createMany({
    data: [1, 2].map((cartVersion) => ({
      ...cart,
      cartVersion,
      cartSnapshot: { version: cartVersion },
      createdAt: new Date(),
    })),
  });
  const carts = {
    cartSnapshot: { version: 3 },
    quoteCartSnapshot: { version: 2 },
    finalCartSnapshot: { version: 1 },
  };
  expect(await database.forScope(scope).sessions.find(id)).toMatchObject(carts);
  expect(await database.sessionViews.findWithCarts(scope, id)).toMatchObject(carts);
  expect((await database.findSession(scope, id))?.session).toMatchObject(carts);
  const same = await addSession(database, scope, { amountMinor: 1 });
  await addAttempt(database, scope, same);
  const one = { cartSnapshot: {}, quoteCartSnapshot: {}, finalCartSnapshot: {} };
  expect(await database.forScope(scope).sessions.find(same)).toMatchObject(one);
  expect(await database.sessionViews.findWithCarts(scope, same)).toMatchObject(one);
});

it('every read shows the attempt of a session before it has a row', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const id = await addSession(database, scope);
  const { sessions, attempts } = database.forScope(scope);
  const attempt = (await sessions.find(id))?.attempt;
  expect(attempt).toMatchObject({ status: 'unreserved', attemptNumber: 1, version: 1 });
  expect(await database.client.acquisitionAttempt.count({ where: scope })).toBe(0);
  expect((await database.findSession(scope, id))?.session.attempt).toEqual(attempt);
  expect(await attempts.find(id, attempt?.id ?? '')).toEqual(attempt);
  const { sessions: listed } = await sessions.list({ limit: 1, direction: 'older' });
  const { sessionViews } = database;
  for (const view of [
    await sessionViews.find(scope, id),
    await sessionViews.findWithCarts(scope, id),
    listed[0],
  ]) {
    expect(attempt).toMatchObject(view?.attempt ?? { id: null });
  }
  const key = { merchantId: scope.merchantId, id: id as ProxySessionId };
  expect(await database.readSessionVersions([key])).toMatchObject([
    { attemptNumber: 1, attemptVersion: 1 },
  ]);
});

it('counts sessions by status', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  for (const status of ['created', 'created', 'expired']) {
    await addSession(database, scope, { status });
  }
  const { sessions } = database.forScope(scope);
  const countUpTo = async (limit: number) =>
    (await sessions.countByStatus(limit)).map(({ status, count }) => [status, count]);
  expect(Object.fromEntries(await countUpTo(5))).toEqual({ created: 2, expired: 1 });
  expect(Object.fromEntries(await countUpTo(1))).toEqual({ created: 1, expired: 1 });
});

it('finds nothing by an id that PostgreSQL cannot store', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const { sessions, attempts, subscriptions, webhookEndpoints } = database.forScope(scope);
  const [stored, wrong] = [newId('psess'), 'psess_\0'];
  const found = await Promise.all([
    sessions.find(wrong),
    database.transaction(scope, (tx) => tx.sessions.lock(wrong)),
    database.sessionViews.find(scope, wrong),
    database.findSession(scope, wrong),
    attempts.find(wrong, newId('pspacq')),
    attempts.find(stored, 'pspacq_\0'),
    subscriptions.find('psub_\0'),
    webhookEndpoints.find('whend_\0'),
    database.providerConfigsById.find('pspcfg_\0'),
  ]);
  expect(new Set(found)).toEqual(new Set([null]));
});

it('lists sessions in both directions, by status and by time of creation', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const at = (hour: number) => new Date(`2026-11-20T${hour}:00:00.000Z`);
  const add = async (hour: number, status = 'created') => {
    const id = await addSession(database, scope, { createdAt: at(hour), status });
    await addAttempt(database, scope, id);
    return id;
  };
  const [first, second, third] = [await add(10), await add(11, 'expired'), await add(12)];
  type Query = Parameters<ReturnType<typeof database.forScope>['sessions']['list']>[0];
  const list = async (query: Partial<Query>) => {
    const { sessions } = database.forScope(scope);
    const found = await sessions.list({ limit: 10, direction: 'older', ...query });
    return found.sessions.map(({ session }) => session.id);
  };
  expect(await list({})).toEqual([third, second, first]);
  expect(await list({ limit: 2, direction: 'newer' })).toEqual([first, second]);
  const from = { createdAt: at(11), id: second };
  expect(await list({ from })).toEqual([first]);
  expect(await list({ from, direction: 'newer' })).toEqual([third]);
  expect(await list({ statuses: ['expired'] })).toEqual([second]);
  expect(await list({ createdFrom: at(11) })).toEqual([third, second]);
  expect(await list({ createdBefore: at(11) })).toEqual([first]);
});

it('reads a session once, with its current attempt and the active account of its mode', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  await addProviderConfig(database, { ...scope, mode: 'live' });
  const account = await addProviderConfig(database, scope);
  for (const attemptNumber of [1, 2]) {
    const id = await addSession(database, scope);
    const current = await addAttempt(database, scope, id, { attemptNumber });
    const former = { attemptNumber: 3 - attemptNumber, isCurrent: false, status: 'canceled' };
    await addAttempt(database, scope, id, former);
    const found = await database.forScope(scope).sessions.findAll([id]);
    expect(found.map(({ attempt }) => attempt.id)).toEqual([current]);
    expect(found[0]?.activeProviderConfigId).toBe(account);
    expect((await database.sessionViews.find(scope, id))?.attempt.id).toBe(current);
  }
});

it('is loaded with the stored outcome of the same request, and of no other', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const id = await addSession(database, scope);
  await addAttempt(database, scope, id);
  await database.commit(createRefusal(scope, 'req_1', { stored: 1 }));
  await database.commit(createRefusal({ ...scope, mode: 'live' }, 'req_2', { stored: 2 }));
  const request = { method: 'POST', path: '/things', key: 'req_1' };
  const readStored = async (change: Partial<typeof request>) =>
    (await database.findSession(scope, id, { ...request, ...change }))?.storedOutcome;
  expect(await readStored({})).toEqual({ fingerprint: 'a'.repeat(64), outcome: { stored: 1 } });
  expect(await readStored({ key: 'req_2' })).toBeNull();
  expect(await readStored({ method: 'PUT' })).toBeNull();
  expect(await readStored({ path: '/others' })).toBeNull();
});
