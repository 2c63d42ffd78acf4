import type { AttentionKind } from '@parley/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addApiKey,
  addAttempt,
  addEndpoint,
  addMerchant,
  addProviderConfig,
  addSession,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** The database requires it of sessions that are paid. */
const completed = { completedAttemptId: 'pspacq_completed' };

/** The times of a session that has not changed since its creation. */
const at = (createdAt: Date) => ({ createdAt, updatedAt: createdAt });

/** Adds a provider event of a status, received at a time. */
async function addEvent(scope: Scope, eventId: string, status: string, receivedAt: Date) {
  const { database } = opened;
  const config = await database.client.providerConfig.findFirst({
    where: { merchantId: scope.merchantId },
  });
  await database.client.providerEvent.create({
    data: {
      ...scope,
      providerConfigId: config?.id ?? (await addProviderConfig(database, scope)),
      eventId,
      status,
      receivedAt,
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: {},
      note: `note of ${eventId}`,
      dueAt: receivedAt,
      occurredAt: receivedAt,
    },
  });
}

describe('the items that need a person', () => {
  it('are no paid sessions whose money went back or is disputed', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const add = (status: string, paymentStatus: string, n: number) =>
      addSession(database, scope, { ...completed, ...at(hoursAgo(20 - n)), status, paymentStatus });
    const kept = [
      await add('paid', 'paid', 0),
      await add('paid', 'partially_refunded', 1),
      // Nothing is due, so the payment was not the one for the order.
      await add('provisionable', 'refunded', 2),
      await add('provisionable', 'unpaid', 3),
    ];
    for (const status of ['refunded', 'disputed', 'dispute_under_review', 'dispute_lost']) {
      await add('paid', status, 4);
    }
    await add('provisionable', 'disputed', 5);
    const { attention } = database.forScope(scope);
    const items = await attention.list('unprovisioned_session', { limit: 9 });
    expect(items.map(({ id }) => id)).toEqual(kept);
  });

  it('are listed by kind in pages, those that wait for the longest time first', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const statuses = ['paid', 'provisionable', 'paid', 'provisioned', 'payment_conflicted'];
    const ids: string[] = [];
    for (const [n, status] of statuses.entries()) {
      ids.push(
        await addSession(database, scope, { ...completed, ...at(hoursAgo(10 - n)), status }),
      );
    }
    const [first, second, third, , conflict] = ids;
    const live = { ...scope, mode: 'live' } as const;
    await addSession(database, live, { ...completed, status: 'paid' });
    const { attention } = database.forScope(scope);

    const page = await attention.list('unprovisioned_session', { limit: 2 });
    expect(page.map(({ id }) => id)).toEqual([first, second]);
    const after = page[1]?.position;
    const next = await attention.list('unprovisioned_session', { limit: 2, after });
    expect(next.map(({ id }) => id)).toEqual([third]);
    expect(await attention.countUpTo('unprovisioned_session', 100)).toBe(3);
    expect(await attention.countUpTo('unprovisioned_session', 2)).toBe(2);
    const conflicts = await attention.list('payment_conflict', { limit: 2 });
    expect(conflicts).toMatchObject([
      { id: conflict, sessionId: conflict, name: 'buyer', reason: null },
    ]);
  });

  it('leave 15 minutes to report a paid order, and 75 to an event to find its attempt', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const paid = { ...completed, status: 'paid', createdAt: hoursAgo(2) };
    await addSession(database, scope, { ...paid, updatedAt: hoursAgo(14 / 60) });
    const late = await addSession(database, scope, { ...paid, updatedAt: hoursAgo(16 / 60) });
    await addEvent(scope, 'evt_early', 'parked', hoursAgo(74 / 60));
    await addEvent(scope, 'evt_late', 'parked', hoursAgo(76 / 60));
    const { attention } = database.forScope(scope);
    expect(await attention.list('unprovisioned_session', { limit: 9 })).toMatchObject([
      { id: late },
    ]);
    expect(await attention.countUpTo('unprovisioned_session', 9)).toBe(1);
    expect(await attention.list('parked_provider_event', { limit: 9 })).toMatchObject([
      { id: 'evt_late' },
    ]);
  });

  it('have the time at which their status began, not that of a later change', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const sessionId = await addSession(database, scope, {
      ...completed,
      ...at(hoursAgo(9)),
      status: 'paid',
    });
    const attemptId = await addAttempt(database, scope, sessionId, {
      ...(await reservedColumns(database, scope)),
      status: 'unknown',
      statusReason: 'retry_deadline_passed',
    });
    const entry = { merchantId: scope.merchantId, proxySessionId: sessionId, actorKind: 'system' };
    const paidAt = hoursAgo(8);
    const unknownAt = hoursAgo(7);
    await database.client.historyEntry.createMany({
      data: [
        { ...entry, sequence: 1, action: 'paid', toStatus: 'paid', at: paidAt },
        { ...entry, sequence: 2, action: 'lose', toStatus: 'unknown', attemptId, at: unknownAt },
        { ...entry, sequence: 3, action: 'provider_refunded', at: hoursAgo(1) },
      ],
    });
    const { attention } = database.forScope(scope);
    await database.client.proxySession.updateMany({
      where: { merchantId: scope.merchantId, id: sessionId },
      data: { updatedAt: new Date() },
    });
    const [session] = await attention.list('unprovisioned_session', { limit: 2 });
    expect(session?.at).toEqual(paidAt);
    expect(await attention.countUpTo('unprovisioned_session', 2)).toBe(1);
    expect(await attention.list('unknown_attempt', { limit: 2 })).toMatchObject([
      { id: attemptId, sessionId, reason: 'retry_deadline_passed', at: unknownAt },
    ]);
  });

  it('include a refused cart while the payer could pay it and it is the current one', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const reserved = await reservedColumns(database, scope);
    const failed = { ...reserved, status: 'failed', statusReason: 'amount_too_small' };
    const payable = { status: 'payer_opened', expiresAt: hoursAgo(-1), createdAt: hoursAgo(9) };
    const refuse = async (
      session: Parameters<typeof addSession>[2] = {},
      attempt: Parameters<typeof addAttempt>[3] = {},
    ) => {
      const sessionId = await addSession(database, scope, { ...payable, ...session });
      const change = { ...failed, createdAt: hoursAgo(8), ...attempt };
      return [await addAttempt(database, scope, sessionId, change), sessionId] as const;
    };
    const [attemptId, sessionId] = await refuse();
    const [later] = await refuse({ status: 'created' }, { createdAt: hoursAgo(7) });
    await refuse({ expiresAt: hoursAgo(1) });
    await refuse({ status: 'expired' });
    await refuse({ cartVersion: 2 });
    await refuse({}, { status: 'canceled' });
    await refuse(
      {},
      {
        providerRootObjectId: 'pi_1',
        providerRootObjectType: 'payment_intent',
        rootCreatedBy: 'payer_page',
      },
    );
    await refuse({}, { isCurrent: false });
    const { attention } = database.forScope(scope);
    const reason = 'amount_too_small';
    expect(await attention.list('refused_cart', { limit: 9 })).toMatchObject([
      { id: attemptId, sessionId, reason },
      { id: later, reason },
    ]);
    expect(await attention.countUpTo('refused_cart', 9)).toBe(2);
    expect(await attention.listBySession(sessionId, 9)).toMatchObject([{ kind: 'refused_cart' }]);
    expect(await attention.listRelatedSessionIds(9)).toContain(sessionId);
    const live = database.forScope({ ...scope, mode: 'live' });
    expect(await live.attention.countUpTo('refused_cart', 9)).toBe(0);
  });

  it('of a session are those of its status, attempts and events, with what people decided', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const conflicted = { ...completed, ...at(hoursAgo(9)), status: 'payment_conflicted' };
    const sessionId = await addSession(database, scope, conflicted);
    const other = await addSession(database, scope, conflicted);
    const unknown = { ...(await reservedColumns(database, scope)), status: 'unknown' };
    const attemptId = await addAttempt(database, scope, sessionId, unknown);
    await addAttempt(database, scope, other, unknown);
    for (const [n, eventId] of ['evt_failed', 'evt_of_other', 'evt_parked'].entries()) {
      await addEvent(
        scope,
        eventId,
        eventId === 'evt_parked' ? 'parked' : 'failed',
        hoursAgo(4 - n),
      );
      await database.client.providerEvent.updateMany({
        where: { merchantId: scope.merchantId, eventId },
        data: { proxySessionId: eventId === 'evt_of_other' ? other : sessionId },
      });
    }
    await addEndpoint(database, scope, { failingSince: hoursAgo(5) });
    const { attention } = database.forScope(scope);
    const conflict = await attention.find('payment_conflict', sessionId);
    if (!conflict) throw new Error('the session is in conflict');
    const decision = {
      assigneeId: 'user_1',
      snoozedUntil: hoursAgo(-9),
      note: 'Waiting.',
      updatedBy: null,
      updatedAt: hoursAgo(0),
    };
    await attention.saveTriage(conflict, decision);
    expect(await attention.listBySession(sessionId, 9)).toMatchObject([
      { kind: 'payment_conflict', id: sessionId, triage: decision, triageVersion: 1 },
      { kind: 'failed_provider_event', id: 'evt_failed', triage: null, triageVersion: 0 },
      { kind: 'parked_provider_event', id: 'evt_parked', sessionId },
      { kind: 'unknown_attempt', id: attemptId, sessionId },
    ]);
    const live = database.forScope({ ...scope, mode: 'live' });
    expect(await live.attention.listBySession(sessionId, 9)).toEqual([]);
  });

  it('include events, endpoints and keys until they are in order', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    await addEvent(scope, 'evt_parked', 'parked', hoursAgo(3));
    await addEvent(scope, 'evt_failed', 'failed', hoursAgo(2));
    await addEvent(scope, 'evt_applied', 'applied', hoursAgo(1));
    const failing = await addEndpoint(database, scope, { failingSince: hoursAgo(5) });
    const gone = await addEndpoint(database, scope, {
      status: 'inactive',
      inactiveReason: 'gone',
      inactiveSince: hoursAgo(4),
      failingSince: hoursAgo(6),
    });
    await addEndpoint(database, scope);
    await addEndpoint(database, scope, { failingSince: hoursAgo(0.1) });
    await addEndpoint(database, scope, { status: 'inactive', inactiveSince: hoursAgo(5) });
    await addEndpoint(database, scope, { status: 'archived', failingSince: hoursAgo(5) });
    await addApiKey(database, scope, 'soon', 24);
    await addApiKey(database, scope, 'later', 24 * 15);
    await addApiKey(database, scope, 'over', -1);
    const revoked = await addApiKey(database, scope, 'revoked', 24, { revokedAt: hoursAgo(1) });
    const rolled = { replacedById: revoked };
    await addApiKey(database, scope, 'rolled', 24, { ...rolled, lastUsedAt: hoursAgo(25) });
    await addApiKey(database, scope, 'rolled and unused', 24, rolled);
    await addApiKey(database, scope, 'rolled and in use', 36, {
      ...rolled,
      lastUsedAt: hoursAgo(23),
    });
    await addApiKey(database, scope, 'over and in use', -1, { ...rolled, lastUsedAt: hoursAgo(2) });
    const { attention } = database.forScope(scope);
    const list = async (kind: AttentionKind) =>
      (await attention.list(kind, { limit: 10 })).map(({ id, name, reason }) => [
        id,
        name ?? reason,
      ]);

    expect(await list('parked_provider_event')).toEqual([['evt_parked', 'note of evt_parked']]);
    expect(await list('failed_provider_event')).toEqual([['evt_failed', 'note of evt_failed']]);
    const getUrl = (id: string) => `https://shop.example/hook/${id}`;
    expect(await list('failing_webhook_endpoint')).toEqual([
      [failing, getUrl(failing)],
      [gone, getUrl(gone)],
    ]);
    const endpoints = await attention.list('failing_webhook_endpoint', { limit: 2 });
    expect(endpoints.map(({ reason }) => reason)).toEqual([null, 'gone']);
    expect(await attention.list('expiring_api_key', { limit: 9 })).toMatchObject([
      { name: 'soon', reason: null },
      { name: 'rolled and in use', reason: 'still_in_use' },
    ]);

    await database.client.webhookEndpoint.updateMany({
      where: { merchantId: scope.merchantId, id: failing },
      data: { failingSince: null },
    });
    expect(await list('failing_webhook_endpoint')).toEqual([[gone, getUrl(gone)]]);
  });
});
