import type { ProxySessionId, RequestId } from '@parley/domain';
import type { Database } from '../src/database.ts';
import type { Scope } from '../src/sql/records.ts';
import { getChange } from './commits.ts';
import {
  addAttempt,
  addEndpoint,
  addMerchant,
  addProviderConfig,
  addSession,
  addSubscription,
  newId,
  reservedColumns,
} from './rows.ts';

/** The account of the provider events. No such account exists. */
export const accountId = 'pspcfg_of_events';
/** An object that provider events are about or wait for. */
export const parkedObject = 'pi_parked';
/** The idempotency key of a stored request. */
export const usedRequest = { method: 'POST', path: '/things', key: 'req_used' };

const objects = (number: number) => ({
  providerSetupIntentId: `seti_${number}`,
  setupIntentCreatedBy: 'merchant',
  providerRootObjectId: `pi_${number}`,
  providerRootObjectType: 'payment_intent',
  rootCreatedBy: 'merchant',
});

/**
 * Adds a merchant with two of everything, so that a statement without one of its conditions finds
 * too many rows.
 * @param mark a text that the free-text columns contain; it differs between merchants
 */
export async function addFullMerchant(database: Database, mark: string) {
  const scope = await addMerchant(database);
  const { client } = database;
  const { merchantId, mode } = scope;
  const repositories = database.forScope(scope);
  const columns = await reservedColumns(database, scope);
  await client.providerConfig.updateMany({ where: { merchantId }, data: { status: 'retired' } });
  columns.merchantProviderConfigId = await addProviderConfig(database, scope);
  const now = new Date();

  async function addOrder(number: number) {
    const id = await addSession(database, scope, { metadata: { mark }, buyerReference: mark });
    const attemptId = await addAttempt(database, scope, id, {
      ...columns,
      attemptNumber: 2,
      providerCheckAt: now,
    });
    await addAttempt(database, scope, id, { ...columns, isCurrent: false, status: 'superseded' });
    const loaded = await database.findSession(scope, id);
    if (!loaded) throw new Error('the session is not stored');
    const { session, attempt } = loaded.session;
    const key = number === 1 ? usedRequest.key : newId('req');
    const providerObjectId = `pi_${number}`;
    const cart = { before: { mark }, after: { mark } };
    const commit = getChange(loaded.session, { key, root: providerObjectId, cart });
    await database.commit(commit);
    await client.acquisitionAttempt.updateMany({
      where: { merchantId, id: attemptId },
      data: { ...objects(number), statusReason: mark },
    });
    const subscriptionId = await addSubscription(
      database,
      scope,
      { proxySessionId: id, attemptId },
      { providerSubscriptionId: `sub_${number}`, buyerReference: mark },
    );
    await client.outboxEvent.updateMany({ where: { merchantId }, data: { payload: { mark } } });
    const [event] = commit.session?.events ?? [];
    if (!event) throw new Error('the change has no event');
    return {
      id: id as ProxySessionId,
      session,
      attemptId: attempt.id,
      subscriptionId,
      providerObjectId,
      eventId: event.id,
    };
  }
  const orders = [await addOrder(1), await addOrder(2)] as const;

  const endpoints = [
    await addEndpoint(database, scope, { url: `https://${mark}.example/1`, failingSince: now }),
    await addEndpoint(database, scope, { url: `https://${mark}.example/2`, failingSince: now }),
  ] as const;
  for (const endpointId of endpoints) {
    const eventIds = orders.map(({ eventId }) => eventId);
    await repositories.webhookDeliveries.enqueue(endpointId, eventIds);
    for (const eventId of eventIds) {
      const attempted = { attempts: 2, attemptedAt: now, durationMs: 5, failure: null };
      await client.webhookDelivery.updateMany({
        where: { merchantId, endpointId, eventId },
        data: { ...attempted, httpStatus: 204, responseBody: mark },
      });
      const key = { merchantId, endpointId, eventId, number: 1 };
      await client.deliveryAttempt.create({
        data: { ...key, at: now, durationMs: 5, httpStatus: 204, responseBody: mark },
      });
    }
  }
  const event = {
    ...scope,
    type: 'charge.updated',
    payload: { mark },
    dueAt: now,
    occurredAt: now,
  };
  const parked = { ...event, providerConfigId: accountId, status: 'parked', note: mark };
  const failed = { status: 'failed', proxySessionId: orders[0].id };
  await client.providerEvent.createMany({
    data: [
      { ...parked, ...failed, eventId: 'evt_1', objectId: 'ch_1' },
      { ...parked, eventId: 'evt_1', objectId: 'ch_1', providerConfigId: `${accountId}_2` },
      { ...parked, eventId: 'evt_2', objectId: parkedObject },
      { ...parked, eventId: 'evt_3', objectId: 'ch_3', parkedFor: parkedObject },
      ...[orders[0].id, orders[1].id].map((proxySessionId, number) => ({
        ...parked,
        ...{
          eventId: `evt_of_${number}`,
          objectId: `pi_${number}`,
          status: 'applied',
          proxySessionId,
        },
      })),
      { ...parked, eventId: 'evt_4', objectId: parkedObject, status: 'applied' },
      { ...parked, eventId: 'evt_5', objectId: parkedObject, mode: 'live' },
    ],
  });
  await client.receiptMail.createMany({
    data: orders.map(({ id: proxySessionId }) => ({
      ...scope,
      proxySessionId,
      createdAt: now,
      dueAt: now,
    })),
  });
  await client.providerCursor.createMany({
    data: [1, 2].map((number) => ({
      ...scope,
      providerConfigId: `${accountId}_${number}`,
      readUntil: now,
      dueAt: now,
      gapFrom: now,
      gapUntil: now,
    })),
  });
  await database.insertApiRequests(
    orders.map(({ id }) => ({
      ...scope,
      id: newId('req') as RequestId,
      method: 'POST',
      route: usedRequest.path,
      path: `${usedRequest.path}/${mark}`,
      status: 409,
      durationMs: 1,
      errorCode: null,
      apiKeyId: 'key_of_requests',
      apiKeyKind: 'secret',
      network: null,
      idempotencyKey: usedRequest.key,
      replayed: false,
      proxySessionId: id,
      query: null,
      requestBody: null,
      responseBody: JSON.stringify({ mark }),
      createdAt: now,
    })),
  );
  const counted = {
    merchantId,
    mode,
    startsAt: new Date(0),
    label: mark,
    count: 2,
    amountMinor: 84,
  };
  await client.sessionFigure.create({ data: { ...counted, figure: 'volume' } });
  await client.attentionTriage.createMany({
    data: ['evt_1', 'evt_4'].map((subjectId) => ({
      ...scope,
      kind: 'failed_provider_event',
      subjectId,
      since: now,
      note: mark,
      version: 1,
      updatedAt: now,
    })),
  });
  for (const network of ['192.0.2.1', '192.0.2.2']) {
    await repositories.declineLimits.rememberNetwork(`psess_${network}`, network);
    await client.declineLimit.create({ data: { ...scope, network, level: 1, countedAt: now } });
  }
  await client.declineRate.create({
    data: { ...scope, lastHour: 25, lastWeek: 25, countedAt: now, spikingSince: now },
  });
  await repositories.savedViews.insert('user_of_views', { name: mark, filters: { mark } });
  await repositories.notifications.save('user_of_views', ['failed_provider_event'], now);
  await repositories.notifications.markMailed('user_of_views', 'failed_provider_event', [
    { id: 'evt_1', since: now },
    { id: 'evt_4', since: now },
  ]);
  await repositories.audit.append({
    id: newId('audit'),
    action: 'updated',
    objectType: 'webhook_endpoint',
    objectId: endpoints[0],
    details: { mark },
    actorKind: 'system',
    actorId: null,
    requestId: null,
    address: null,
    createdAt: now,
  });
  await repositories.apiKeys.insert({
    id: newId('key'),
    kind: 'publishable',
    name: mark,
    keyHash: mark.padEnd(64, '0'),
    lastFour: 'abcd',
    publicValue: `pk_${mark}`,
    scopes: [],
    expiresAt: null,
  });
  return {
    scope: scope as Scope,
    mode,
    orders,
    endpoints,
    providerConfigId: columns.merchantProviderConfigId,
  };
}

export type FullMerchant = Awaited<ReturnType<typeof addFullMerchant>>;
