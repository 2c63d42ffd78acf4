import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addProviderConfig,
  addSession,
  openTestDatabase,
} from '../../test/rows.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('finds a session by its attempt before and after the reservation', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const id = await addSession(database, scope);
  await addSession(database, scope);
  const { sessions } = database.forScope(scope);
  const search = async () =>
    sessions.searchById((await database.findSession(scope, id))?.session.attempt.id ?? '');
  expect(await search()).toEqual([id]);
  await addAttempt(database, scope, id);
  expect(await search()).toEqual([id]);
});

it('finds the sessions of a request and of an event of the provider', async () => {
  const { database } = opened;
  const scope = await addMerchant(database);
  const providerConfigId = await addProviderConfig(database, scope);
  const [first, second] = [await addSession(database, scope), await addSession(database, scope)];
  const { merchantId } = scope;
  await database.client.historyEntry.createMany({
    data: [first, second].map((proxySessionId) => ({
      merchantId,
      proxySessionId,
      sequence: 1,
      action: 'create',
      actorKind: 'system',
      requestId: 'req_of_both',
      at: new Date(),
    })),
  });
  await database.providerEvents.insert({
    ...scope,
    providerConfigId,
    eventId: 'evt_provider',
    type: 'payment_intent.succeeded',
    objectId: 'pi_1',
    payload: {},
    occurredAt: new Date(),
  });
  const { sessions } = database.forScope(scope);
  expect(await sessions.searchById('evt_provider')).toEqual([]);
  await database.client.providerEvent.updateMany({
    where: { merchantId },
    data: { proxySessionId: first },
  });
  expect(await sessions.searchById('evt_provider')).toEqual([first]);
  expect((await sessions.searchById('req_of_both')).toSorted()).toEqual([first, second].toSorted());
  const live = database.forScope({ merchantId, mode: 'live' }).sessions;
  expect(await live.searchById('req_of_both')).toEqual([]);
});
