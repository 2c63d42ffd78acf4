import type { ProviderConfigId } from '@parley/domain';
import { afterAll, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  addSubscription,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

const scope = await addMerchant(database);
const { attempts } = database.forScope(scope);
const reserved = await reservedColumns(database, scope);

it('lists the attempts that were reserved, oldest first', async () => {
  const session = await addSession(database, scope);
  const add = (attemptNumber: number, change: object) =>
    addAttempt(database, scope, session, { attemptNumber, isCurrent: false, ...change });
  const second = await add(3, { ...reserved, isCurrent: true });
  const first = await add(2, { ...reserved, status: 'superseded' });
  await add(1, { status: 'canceled' });
  const found = await attempts.listReserved(session);
  expect(found.map(({ id }) => id)).toEqual([first, second]);
  expect(found[0]).not.toHaveProperty('leaseToken');
});

it('an attempt is found by its setup intent and by its root object', async () => {
  const session = await addSession(database, scope);
  const setup = { providerSetupIntentId: 'seti_1', setupIntentCreatedBy: 'merchant' };
  const root = {
    providerRootObjectId: 'sub_1',
    providerRootObjectType: 'subscription',
    rootCreatedBy: 'merchant',
  };
  const id = await addAttempt(database, scope, session, { ...reserved, ...setup, ...root });
  const attempt = await attempts.find(session, id);
  expect(attempt).toMatchObject({ id, ...setup, ...root });
  const findAll = (of: typeof attempts) =>
    Promise.all(['seti_1', 'sub_1', 'seti_2'].map((object) => of.findByProviderObject(object)));
  const found = await findAll(attempts);
  expect(found).toEqual([attempt, attempt, null]);
  expect(found[0]).not.toHaveProperty('leaseToken');
  expect(await database.transaction(scope, (tx) => findAll(tx.attempts))).toEqual(found);
});

it('finds the attempt that is bound to the first of several objects', async () => {
  const add = async (change: object) =>
    addAttempt(database, scope, await addSession(database, scope), { ...reserved, ...change });
  const setup = await add({ providerSetupIntentId: 'seti_b', setupIntentCreatedBy: 'merchant' });
  const root = await add({
    providerRootObjectId: 'cs_b',
    providerRootObjectType: 'checkout.session',
    rootCreatedBy: 'merchant',
  });
  const { proxySessionId } = await database.client.acquisitionAttempt.findFirstOrThrow({
    where: { id: root },
  });
  const of = { proxySessionId, attemptId: root };
  await addSubscription(database, scope, of, { providerSubscriptionId: 'sub_b' });
  const findIds = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await attempts.findBound([id]))?.id));
  expect(await findIds(['seti_b', 'cs_b', 'sub_b', 'pi_b'])).toEqual([
    setup,
    root,
    root,
    undefined,
  ]);
  expect((await attempts.findBound(['pi_b', 'sub_b', 'seti_b']))?.id).toBe(root);
  expect((await attempts.findBound(['seti_b', 'sub_b']))?.id).toBe(setup);
  expect(await attempts.findBound([])).toBeNull();
  await add({
    providerRootObjectId: 'sub_b',
    providerRootObjectType: 'subscription',
    rootCreatedBy: 'merchant',
  });
  expect((await attempts.findBound(['sub_b']))?.id).toBe(root);
});

it('reads confirmed amounts as numbers', async () => {
  const session = await addSession(database, scope);
  const confirmed = { confirmedAmountMinor: 2 ** 40, confirmedMerchandiseSubtotalMinor: 2 ** 39 };
  const id = await addAttempt(database, scope, session, {
    ...reserved,
    ...confirmed,
    status: 'confirmed',
    providerRootObjectId: 'pi_1',
    providerRootObjectType: 'payment_intent',
    rootCreatedBy: 'merchant',
    confirmedCurrency: 'eur',
    confirmedCartVersion: 1,
    confirmedEvidenceSha256: 'a'.repeat(64),
    confirmedAt: new Date(),
  });
  expect(await attempts.find(session, id)).toMatchObject(confirmed);
});

it('says which objects can belong to an unfinished attempt or a subscription', async () => {
  const kinds = ['payment', 'setup_intent', 'charge', 'refund'] as const;
  const own = await addMerchant(database);
  const found = async (config: ProviderConfigId, of: Scope = own) => {
    const repository = database.forScope(of).attempts;
    const owned = await Promise.all(kinds.map((kind) => repository.canOwn(config, kind)));
    return kinds.filter((_, index) => owned[index]);
  };
  const add = async (change: object) => {
    const { merchantId } = own;
    await database.client.providerConfig.updateMany({
      where: { merchantId },
      data: { status: 'retired' },
    });
    const columns = { ...(await reservedColumns(database, own)), ...change };
    const session = await addSession(database, own);
    const attempt = await addAttempt(database, own, session, columns);
    return [columns.merchantProviderConfigId, session, attempt] as const;
  };
  const [intents] = await add({});
  expect(await found(intents)).toEqual(['refund']);
  const [ended] = await add({ integrationPath: 'checkout_session', status: 'canceled' });
  expect(await found(ended)).toEqual([]);
  for (const integrationPath of ['checkout_session', 'direct_subscription']) {
    const [config] = await add({ integrationPath });
    expect(await found(config)).toEqual(['payment', 'charge', 'refund']);
    expect(await found(config, { ...own, mode: 'live' })).toEqual([]);
  }
  const [, proxySessionId, attemptId] = await add({ status: 'canceled' });
  const subscription = await addSubscription(database, own, { proxySessionId, attemptId });
  expect(await found(ended)).toEqual(['charge', 'refund']);
  const setStatus = (status: string) =>
    database.client.proxySession.updateMany({ where: { id: proxySessionId }, data: { status } });
  await setStatus('payment_conflicted');
  expect(await found(ended)).toEqual(['payment', 'charge', 'refund']);
  await setStatus('canceled');
  await database.client.subscription.updateMany({
    where: { id: subscription },
    data: { status: 'trialing' },
  });
  expect(await found(ended)).toEqual(['setup_intent', 'charge', 'refund']);
});
