import { afterAll, describe, expect, it } from 'vitest';
import {
  addApiKey,
  addAttempt,
  addEndpoint,
  addMerchant,
  addProviderConfig,
  addSession,
  openTestDatabase,
} from '../../test/rows.ts';

const { database, close } = await openTestDatabase();
afterAll(close);

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

it('of two decisions about the same version of an item, the second is not saved', async () => {
  const scope = await addMerchant(database);
  const endpoint = await addEndpoint(database, scope, { failingSince: hoursAgo(5) });
  const { attention } = database.forScope(scope);
  const kind = 'failing_webhook_endpoint';
  const decision = {
    assigneeId: null,
    snoozedUntil: null,
    updatedBy: null,
    updatedAt: hoursAgo(1),
  };
  for (const version of [0, 1]) {
    const item = await attention.find(kind, endpoint);
    if (!item) throw new Error('the endpoint fails');
    expect(item.triageVersion).toBe(version);
    const save = (note: string) => attention.saveTriage(item, { ...decision, note });
    expect(await save('first')).toBe(true);
    expect(await save('second')).toBe(false);
    expect((await attention.find(kind, endpoint))?.triage?.note).toBe('first');
  }
});

it('the items of a filter are listed in pages, however many were decided about', async () => {
  const scope = await addMerchant(database);
  const providerConfigId = await addProviderConfig(database, scope);
  const kind = 'failed_provider_event';
  const ids = Array.from({ length: 602 }, (_, n) => `evt_${String(n).padStart(3, '0')}`);
  const { client } = database;
  await client.providerEvent.createMany({
    data: ids.map((eventId, n) => {
      const times = { receivedAt: hoursAgo(999 - n), dueAt: hoursAgo(1), occurredAt: hoursAgo(1) };
      const object = { type: 'charge.updated', objectId: 'ch_1', payload: {}, status: 'failed' };
      return { ...scope, ...object, ...times, providerConfigId, eventId };
    }),
  });
  const { attention } = database.forScope(scope);
  const items = await attention.list(kind, { limit: 999 });
  // The oldest item has the earliest decision.
  await client.attentionTriage.createMany({
    data: items.map(({ id, since }, n) => ({
      ...{ ...scope, kind, subjectId: id, since, version: 1, updatedAt: hoursAgo(999 - n) },
      ...(n === 1 ? { snoozedUntil: hoursAgo(-9) } : {}),
      assigneeId: n === 2 ? 'user_2' : 'user_1',
    })),
  });
  const mine = { filter: 'mine', readerId: 'user_1' } as const;
  const first = await attention.list(kind, { limit: 2, query: mine });
  expect(first.map(({ id }) => id)).toEqual(['evt_000', 'evt_003']);
  const after = first[1]?.position;
  const rest = await attention.list(kind, { limit: 999, after, query: mine });
  expect(rest.map(({ id }) => id)).toEqual(ids.slice(4));
  const snoozed = { filter: 'snoozed', readerId: 'user_1' } as const;
  expect(await attention.list(kind, { limit: 9, query: snoozed })).toMatchObject([
    { id: 'evt_001' },
  ]);
});

describe('a snooze ends', () => {
  const snoozed = {
    assigneeId: null,
    snoozedUntil: hoursAgo(-100),
    note: null,
    updatedBy: null,
    updatedAt: hoursAgo(1),
  };

  it('when a session in conflict takes, refunds or disputes further money', async () => {
    const scope = await addMerchant(database);
    const session = await addSession(database, scope, {
      completedAttemptId: 'pspacq_completed',
      createdAt: hoursAgo(3),
      status: 'payment_conflicted',
    });
    const attemptId = await addAttempt(database, scope, session);
    const pay = (providerObjectId: string) =>
      database.client.payment.create({
        data: {
          ...scope,
          providerObjectId,
          providerObjectType: 'payment_intent',
          proxySessionId: session,
          attemptId,
          rootObjectId: providerObjectId,
          rootObjectType: 'payment_intent',
          amountMinor: 4200,
          currency: 'eur',
          capturedAt: hoursAgo(2),
          recordedAt: hoursAgo(2),
          updatedAt: hoursAgo(2),
        },
      });
    const changes = [
      () => pay('pi_second'),
      () => database.client.payment.updateMany({ where: scope, data: { disputedMinor: 4200 } }),
    ];
    const { attention } = database.forScope(scope);
    await pay('pi_first');
    for (const change of changes) {
      const item = await attention.find('payment_conflict', session);
      if (!item) throw new Error('the session is in conflict');
      await attention.saveTriage(item, snoozed);
      expect(await attention.countUpTo('payment_conflict', 9)).toBe(0);
      await change();
      expect(await attention.countUpTo('payment_conflict', 9)).toBe(1);
      expect(await attention.list('payment_conflict', { limit: 9 })).toMatchObject([
        { id: session, triage: { snoozedUntil: null } },
      ]);
    }
  });

  it('a day before an API key expires', async () => {
    const scope = await addMerchant(database);
    await addApiKey(database, scope, 'soon', 23);
    await addApiKey(database, scope, 'later', 25);
    const { attention } = database.forScope(scope);
    for (const item of await attention.list('expiring_api_key', { limit: 9 })) {
      // As it was saved while the key had more than a day left.
      await attention.saveTriage({ ...item, severity: null }, snoozed);
    }
    expect(await attention.list('expiring_api_key', { limit: 9 })).toMatchObject([
      { name: 'soon', triage: { snoozedUntil: null } },
    ]);
  });
});
