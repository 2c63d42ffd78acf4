import { randomUUID } from 'node:crypto';
import { sessionStatuses } from '@parley/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { usedRequest } from '../../test/full-merchant.ts';
import { addMerchantPair, mark, markOfCopy } from '../../test/merchant-pair.ts';
import { addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Repositories } from '../repositories.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

const { own, copy, inCopy, removeCopy } = await addMerchantPair(database);
const [first] = own.orders;
const [endpoint] = own.endpoints;
/** As JSON, without the time it was read. */
const asJson = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, part) => (key === 'now' ? undefined : part)));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

type Read = (of: Repositories, scope: Scope) => Promise<unknown>;
const older = { limit: 10, direction: 'older' } as const;

const reads: Readonly<Record<string, Read>> = {
  'a session': (of) => of.sessions.find(first.id),
  sessions: (of) => of.sessions.findAll([first.id]),
  'a locked session': (_, scope) => database.transaction(scope, (tx) => tx.sessions.lock(first.id)),
  'the session list': async (of) => (await of.sessions.list(older)).sessions,
  'the sessions of a buyer': async (of, { merchantId }) => {
    const buyerReference = merchantId === copy.merchantId ? markOfCopy : mark;
    return (await of.sessions.list({ ...older, buyerReference })).sessions;
  },
  'the sessions with a charge': async (of) =>
    (await of.sessions.list({ ...older, amountFrom: 0, statuses: sessionStatuses })).sessions,
  'the sessions of an id': (of) => of.sessions.searchById(first.id),
  'the session of an attempt': (of) => of.sessions.searchById(first.attemptId),
  'the session of an event': (of) => of.sessions.searchById(first.eventId),
  'the session of a subscription': (of) => of.sessions.searchById(first.subscriptionId),
  'the session of a payment': (of) => of.sessions.searchById(first.providerObjectId),
  'the session of a setup intent': (of) => of.sessions.searchById('seti_1'),
  'the session of a provider subscription': (of) => of.sessions.searchById('sub_1'),
  'the number of sessions by status': (of) => of.sessions.countByStatus(10),
  'a session view': (_, scope) => database.sessionViews.find(scope, first.id),
  'a session view with carts': (_, scope) => database.sessionViews.findWithCarts(scope, first.id),
  'a session with a stored request': (_, scope) =>
    database.findSession(scope, first.id, usedRequest),
  'an attempt': (of) => of.attempts.find(first.id, first.attemptId),
  'the reserved attempts': (of) => of.attempts.listReserved(first.id),
  'the attempt of a payment': (of) => of.attempts.findBound([first.providerObjectId]),
  'the bound attempt of a subscription': (of) => of.attempts.findBound(['sub_1']),
  'the payments of objects': (of) => of.payments.findAll([first.providerObjectId]),
  'the captured payments': (of) =>
    of.payments.listCaptured({ from: new Date(0), until: new Date('2100-01-01') }, 10, ''),
  'the attempt of an object': (of) => of.attempts.findByProviderObject(first.providerObjectId),
  'the attempt of a setup intent': (of) => of.attempts.findByProviderObject('seti_1'),
  'the events of a session': (of) => of.outbox.listBySession(first.id),
  'an event': (of) => of.outbox.find(first.eventId),
  'the event list': async (of) => (await of.outbox.list({}, { limit: 10 })).events,
  'the events of a type': async (of) => {
    const types = ['proxy_session.payer_opened'];
    return (await of.outbox.list({ types }, { limit: 10 })).events;
  },
  'the request of a key': (of) => of.idempotency.find(usedRequest),
  'the outcomes of a key': async (of) =>
    (await of.idempotency.listByKey(usedRequest.key, [usedRequest])).map(({ path }) => path),
  'the request log': async (of) => (await of.apiRequests.list({ limit: 10 })).requests,
  'the requests of a session': async (of) =>
    (await of.apiRequests.list({ limit: 10, proxySessionId: first.id })).requests,
  'the requests of an idempotency key': async (of) =>
    (await of.apiRequests.list({ limit: 10, idempotencyKey: usedRequest.key })).requests,
  'the figures of a period': async (of) => {
    const starts = [new Date(0)];
    const previous = { starts, until: new Date(0) };
    const periods = { previous, current: { starts, until: new Date(1) } };
    return (await of.figures.read(periods)).map(({ label, count }) => [label, Number(count)]);
  },
  'the saved views': (of) => of.savedViews.list('user_of_views'),
  'the first figure': (of) => of.figures.findFirst(),
  'the audit log': async (of) => (await of.audit.list({ limit: 10 })).entries,
  'the failed events': (of) => of.providerEvents.list({ status: 'failed', limit: 10 }),
  'the items that need a person': (of) => of.attention.list('failed_provider_event', { limit: 10 }),
  'the items of a session': (of) => of.attention.listBySession(first.id, 10),
  'the decisions about items': (of) => of.exports.listTriage(10),
  'the events of sessions': (of) => of.exports.listEventsOfSessions([first.id]),
  'the sessions to archive': (of) => of.archives.listCandidates(new Date('2100-01-01'), 10),
  'the stored sessions of an archive': (of) => of.archives.listStored([first.id]),
  'the number of items that need a person': (of) =>
    of.attention.countUpTo('failed_provider_event', 10),
  'the provider events of a session': (of) => of.providerEvents.listBySession(first.id, 9),
  'the payload of a provider event': async (of) => {
    const [event] = await of.providerEvents.list({ status: 'failed', limit: 1 });
    return event ? of.providerEvents.findPayload(event.providerConfigId, event.eventId) : null;
  },
  'an endpoint': (of) => of.webhookEndpoints.find(endpoint),
  'a locked endpoint': (of) => of.webhookEndpoints.lock(endpoint),
  'the endpoint list': (of) => of.webhookEndpoints.list(10),
  'whether an endpoint is active': (of) => of.webhookEndpoints.hasActive(),
  'the deliveries of events': (of) => of.webhookDeliveries.listByEvents([first.eventId]),
  'the deliveries': async (of) =>
    (await of.webhookDeliveries.list(endpoint, { limit: 10 })).deliveries,
  'a delivery': (of) => of.webhookDeliveries.find(endpoint, first.eventId),
  'a subscription': (of) => of.subscriptions.find(first.subscriptionId),
  'the subscription of an object': (of) => of.subscriptions.findByProviderId('sub_1'),
  'the subscription of an attempt': (of) => of.subscriptions.findByAttempt(first.attemptId),
  'the subscription list': async (of) => (await of.subscriptions.list({ limit: 10 })).subscriptions,
  'the publishable key': (of) => of.apiKeys.findPublishable(),
  'the active account': (of) => of.providerConfigs.findActiveId(),
  'the account of the last payments': async (of) =>
    (await of.providerConfigs.findLastInUse())?.id ?? null,
  'its script URL': (of) => of.providerConfigs.findScriptUrl(null),
};

/** Rows that belong to an object of one mode, by whose id they are read. */
const readsOfParent: Readonly<Record<string, Read>> = {
  'a cart': (of) => of.carts.find(first.id, 2).catch(() => null),
  'the history': (of) => of.history.list(first.id),
  'the sessions to erase of a buyer': (of, { merchantId }) =>
    of.buyers.listSessions(merchantId === copy.merchantId ? markOfCopy : mark),
  'the provider objects of a buyer': async (of) => (await of.buyers.findMarks([first.id])).ids,
  'the events to erase': (of) => of.buyers.listEvents([first.id]),
  'the stored responses to erase': (of) =>
    all(of.buyers.searchJson('idempotencyRecords', { ids: [], values: [usedRequest.key] })),
  'the provider events to erase': (of) =>
    all(of.buyers.searchJson('providerEvents', { ids: [], values: [mark, markOfCopy] })),
  'the attempts of a delivery': (of) => of.webhookDeliveries.listAttempts(endpoint, first.eventId),
  'the success of an endpoint': (of) =>
    of.webhookDeliveries.hasSucceededSince(endpoint, new Date(0)),
  'the oldest waiting delivery': (of) => of.webhookDeliveries.findOldestWaiting(endpoint, 10),
  'the deliveries by hour': (of) => of.webhookDeliveries.countByHour(endpoint, new Date(0)),
  'the deliveries of a day': async (of) => {
    const counts = await of.webhookDeliveries.countSince(endpoint, new Date(0));
    return counts.attempts > 0 ? counts : null;
  },
};

const isNothing = (value: unknown) =>
  value === null || value === false || value === 0 || (Array.isArray(value) && value.length === 0);
const readFor = (read: Read, scope: Scope) => read(database.forScope(scope), scope);

describe('a merchant with the same ids as another one', () => {
  it.each(Object.entries({ ...reads, ...readsOfParent }))(
    'reads %s without rows of the other',
    async (_, read) => {
      const expected = await readFor(read, own.scope);
      expect(isNothing(expected)).toBe(false);
      expect(JSON.stringify(expected)).not.toContain(copy.merchantId);
      expect(JSON.stringify(expected)).not.toContain(markOfCopy);
      expect(asJson(await readFor(read, copy))).toEqual(inCopy(asJson(expected)));
      expect(await readFor(read, await addMerchant(database))).toSatisfy(isNothing);
    },
  );

  it.each(Object.entries(reads))('reads %s without rows of the other mode', async (_, read) => {
    const { merchantId } = own.scope;
    expect(await readFor(read, { merchantId, mode: 'live' })).toSatisfy(isNothing);
  });

  it('claims queues with the deliveries of their own merchant', async () => {
    const lease = { token: randomUUID(), seconds: 60, limit: 100 };
    const filter = { slow: false, perQueue: 10 };
    const queues = await claimsOfAll(database).claimEndpointQueues(lease, filter);
    const of = ({ merchantId }: Scope) =>
      queues
        .filter((queue) => queue.merchantId === merchantId)
        .map(({ deliveries, ...queue }) => ({
          ...queue,
          // On Citus, each shard's statement has a time of its own.
          deliveries: deliveries.map(({ dueSince: _, body, ...one }) => ({
            ...one,
            body: body.toString(),
          })),
        }))
        .sort((a, b) => `${a.endpointId}${a.number}`.localeCompare(`${b.endpointId}${b.number}`));
    expect(of(own.scope)).not.toHaveLength(0);
    expect(asJson(of(copy))).toEqual(inCopy(asJson(of(own.scope))));
    for (const { deliveries } of of(own.scope)) {
      expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(deliveries.length);
    }
  });
});

it('a merchant reads the same when the other one has no rows', async () => {
  const all = Object.entries({ ...reads, ...readsOfParent });
  const readAll = async () => {
    const results: [string, unknown][] = [];
    for (const [name, read] of all) results.push([name, asJson(await readFor(read, own.scope))]);
    return results;
  };
  const together = await readAll();
  await removeCopy();
  expect(await readAll()).toEqual(together);
});
