import { type AttentionKind, attentionKinds } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainScans, rowsRead } from '../../test/plans.ts';
import {
  addApiKey,
  addAttempt,
  addEndpoint,
  addMerchant,
  addProviderConfig,
  addSession,
  addSubscription,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import { sessionRepository } from '../sessions/sessions.ts';
import type { Scope } from '../sql/records.ts';
import { attentionRepository } from './attention-items.ts';

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

/** Adds a payment of 42.00 eur to a session. */
async function addPayment(scope: Scope, sessionId: string, payment: object): Promise<void> {
  const { database } = opened;
  const id = sessionId.replace('psess', 'pi');
  await database.client.payment.create({
    data: {
      ...scope,
      providerObjectId: id,
      providerObjectType: 'payment_intent',
      proxySessionId: sessionId,
      attemptId: await addAttempt(database, scope, sessionId),
      rootObjectId: id,
      rootObjectType: 'payment_intent',
      amountMinor: 4200,
      currency: 'eur',
      capturedAt: hoursAgo(99),
      recordedAt: hoursAgo(99),
      updatedAt: hoursAgo(99),
      ...payment,
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

  it('are disputes until the merchant has responded, and their end for seven days', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const disputed = async (
      status: string,
      dueInHours: number | null,
      closedHoursAgo?: number,
      refundedMinor = 0n,
    ) => {
      const session = await addSession(database, scope, { ...completed, status: 'paid' });
      await addPayment(scope, session, {
        disputeId: 'dp_1',
        refundedMinor,
        disputeStatus: status,
        disputeOpenedAt: hoursAgo(200),
        disputeDueBy: dueInHours === null ? null : hoursAgo(-dueInHours),
        disputeClosedAt: closedHoursAgo === undefined ? null : hoursAgo(closedHoursAgo),
      });
      return session;
    };
    const later = await disputed('needs_response', 72);
    const sooner = await disputed('needs_response', 48);
    const asked = await disputed('warning_needs_response', 36);
    await disputed('warning_under_review', 24);
    await disputed('under_review', 24);
    // The bank accepts no response.
    await disputed('needs_response', null);
    const lost = await disputed('lost', 24, 7 * 24 - 1);
    const won = await disputed('won', 24, 1);
    const ended = await disputed('warning_closed', 24, 0);
    // There is nothing to fulfill.
    await disputed('won', 24, 1, 4200n);
    await disputed('lost', 24, 7 * 24 + 1);
    const { attention } = database.forScope(scope);
    const open = await attention.list('open_dispute', { limit: 9 });
    expect(open.map(({ sessionId }) => sessionId)).toEqual([sooner, later]);
    expect(open[0]).toMatchObject({ id: sooner.replace('psess', 'pi'), name: 'buyer' });
    expect(Number(open[0]?.at) - Date.now()).toBeGreaterThan(47 * HOUR_MS);
    expect(await attention.list('open_inquiry', { limit: 9 })).toMatchObject([
      { sessionId: asked },
    ]);
    expect(await attention.list('closed_dispute', { limit: 9 })).toMatchObject([
      { sessionId: lost, reason: 'lost' },
      { sessionId: won, reason: 'won' },
      { sessionId: ended, reason: 'inquiry' },
    ]);
    expect((await attention.listRelatedSessionIds(9)).toSorted()).toEqual(
      [later, sooner, asked, lost, won, ended].toSorted(),
    );
    expect(await attention.listBySession(sooner, 9)).toMatchObject([
      { kind: 'open_dispute', severity: 'needs_response' },
    ]);
  });

  it('are each dispute of a renewal too, with its subscription', async () => {
    const { database } = opened;
    const scope = await addMerchant(database);
    const session = await addSession(database, scope, { ...completed, status: 'paid' });
    const attemptId = await addAttempt(database, scope, session);
    const owner = { proxySessionId: session, attemptId };
    const id = await addSubscription(database, scope, owner);
    const dispute = (payment_id: string, status: string, due_by: Date, closed_at?: Date) => ({
      id: 'dp_1',
      payment_id,
      status,
      reason: 'fraudulent',
      due_by: due_by.toISOString(),
      opened_at: hoursAgo(200).toISOString(),
      closed_at: closed_at?.toISOString() ?? null,
    });
    await database.client.subscription.updateMany({
      where: { merchantId: scope.merchantId, id },
      data: {
        disputeDueBy: hoursAgo(-24),
        disputeClosedAt: hoursAgo(1),
        disputes: [
          dispute('pi_3', 'needs_response', hoursAgo(-48)),
          dispute('pi_2', 'needs_response', hoursAgo(-24)),
          dispute('pi_4', 'warning_needs_response', hoursAgo(-72)),
          dispute('pi_1', 'under_review', hoursAgo(-24)),
          dispute('pi_5', 'lost', hoursAgo(20), hoursAgo(1)),
          dispute('pi_6', 'won', hoursAgo(400), hoursAgo(7 * 24 + 1)),
        ],
      },
    });
    // That of a payment of a session is in the same list.
    const paid = await addSession(database, scope, { ...completed, status: 'paid' });
    await addPayment(scope, paid, {
      disputeId: 'dp_2',
      disputeStatus: 'needs_response',
      disputeOpenedAt: hoursAgo(200),
      disputeDueBy: hoursAgo(-36),
    });
    const { attention } = database.forScope(scope);
    const renewal = { sessionId: session, subscriptionId: id, name: 'buyer' };
    const open = await attention.list('open_dispute', { limit: 9 });
    expect(open).toMatchObject([
      { ...renewal, id: 'pi_2' },
      { sessionId: paid, subscriptionId: null },
      { ...renewal, id: 'pi_3' },
    ]);
    expect(Number(open[0]?.at) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    const after = open[1]?.position;
    const next = await attention.list('open_dispute', { limit: 9, after });
    expect(next.map((item) => item.id)).toEqual(['pi_3']);
    expect(await attention.countUpTo('open_dispute', 100)).toBe(3);
    expect(await attention.list('open_inquiry', { limit: 9 })).toMatchObject([
      { ...renewal, id: 'pi_4' },
    ]);
    expect(await attention.list('closed_dispute', { limit: 9 })).toMatchObject([
      { ...renewal, id: 'pi_5', reason: 'lost' },
    ]);
    expect(await attention.find('open_dispute', 'pi_3')).toMatchObject(renewal);
    expect((await attention.listRelatedSessionIds(9)).toSorted()).toEqual(
      [session, paid].toSorted(),
    );
    expect((await attention.listBySession(session, 9)).map((item) => item.id)).toContain('pi_4');
    const live = database.forScope({ ...scope, mode: 'live' });
    expect(await live.attention.list('open_dispute', { limit: 9 })).toEqual([]);
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
    const urlOf = (id: string) => `https://shop.example/hook/${id}`;
    expect(await list('failing_webhook_endpoint')).toEqual([
      [failing, urlOf(failing)],
      [gone, urlOf(gone)],
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
    expect(await list('failing_webhook_endpoint')).toEqual([[gone, urlOf(gone)]]);
  });
});

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
describe.skipIf(isCluster())('among 3,000 sessions, attempts and events in order', () => {
  const ROWS = 3_000;
  let scope: Scope;
  beforeAll(async () => {
    const { database } = opened;
    const { client } = database;
    scope = await addMerchant(database);
    const { merchantId } = scope;
    const providerConfigId = await addProviderConfig(database, scope);
    await client.$executeRaw`
      INSERT INTO proxy_session (merchant_id, id, mode, status, buyer_reference, metadata,
        amount_minor, currency, cart_version, quote_amount_minor, quote_currency, quote_cart_version,
        quote_observed_at, final_amount_minor, final_currency, final_cart_version, finalized_at,
        expires_at, created_at, updated_at, completed_attempt_id)
      SELECT ${merchantId}, 'psess_' || n, 'test', CASE n % 1000 WHEN 0 THEN 'paid'
          WHEN 1 THEN 'payment_conflicted' WHEN 2 THEN 'payer_opened' ELSE 'expired' END,
        'buyer', '{}', 1, 'eur', 1, 1, 'eur', 1, now(), 1, 'eur', 1, now(),
        now() + interval '1 hour',
        now() - interval '1 hour' - make_interval(secs => n), now() - interval '1 hour', 'pspacq_' || n
      FROM generate_series(1, ${ROWS}) n`;
    // Many carts of sessions that have ended since were refused too.
    await client.$executeRaw`
      INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number,
        status, is_current, psp, commercial_mode, integration_path, pricing_mode, created_at,
        updated_at, merchant_psp_config_id, reserved_cart_version, provider_options_fingerprint,
        provider_retry_not_after)
      SELECT ${merchantId}, 'pspacq_' || n, 'psess_' || n, 'test', 1,
        CASE WHEN n % 1000 = 2 OR n > 2100 THEN 'failed' ELSE 'reserved' END, true, 'provider',
        'one_time', 'payment_intent', 'fixed', now() - interval '1 hour' - make_interval(secs => n),
        now(), ${providerConfigId}, 1, repeat('a', 64), now()
      FROM generate_series(1, ${ROWS}) n`;
    await client.$executeRaw`
      INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
        status, due_at, occurred_at, received_at)
      SELECT ${merchantId}, ${providerConfigId}, 'evt_' || n, 'test', 'charge.refunded', 'ch_1', '{}',
        CASE WHEN n % 1000 = 1 THEN 'failed' WHEN n % 2 = 0 THEN 'parked' ELSE 'applied' END, now(), now(),
        now() - interval '1 hour' - make_interval(secs => n * 7919 % ${ROWS})
      FROM generate_series(1, ${ROWS}) n`;
    await client.$executeRaw`
      INSERT INTO payment (merchant_id, mode, provider_object_id, provider_object_type,
        proxy_session_id, attempt_id, root_object_id, root_object_type, amount_minor, currency,
        captured_at, recorded_at, updated_at, dispute_id, dispute_status, dispute_opened_at,
        dispute_due_by, dispute_closed_at)
      SELECT ${merchantId}, 'test', 'pi_' || n, 'payment_intent', 'psess_' || n, 'pspacq_' || n,
        'pi_' || n, 'payment_intent', 1, 'eur', now(), now(), now(),
        CASE WHEN n % 1000 < 500 THEN 'dp_1' END,
        CASE WHEN n % 1000 < 2 THEN 'needs_response' WHEN n % 1000 < 500 THEN 'lost' END,
        CASE WHEN n % 1000 < 500 THEN now() - interval '100 days' END,
        CASE WHEN n % 1000 < 500 THEN now() END,
        CASE WHEN n % 1000 BETWEEN 2 AND 499
          THEN now() - interval '6 days' - make_interval(days => n % 1000) END
      FROM generate_series(1, ${ROWS}) n`;
    await client.$executeRaw`
      INSERT INTO attention_triage (merchant_id, mode, kind, subject_id, since, assignee_id,
        snoozed_until, version, updated_at)
      SELECT ${merchantId}, 'test', kind, 'psess_' || n, now(), 'user_' || n % 300,
        now() + interval '1 day', 1, now()
      FROM generate_series(1, ${ROWS}) n, unnest(${[...attentionKinds]}::text[]) kind`;
    await client.$executeRaw`ANALYZE`;
  });

  /** The tables are large enough that the planner chooses an index by itself. */
  const explainAsPlanned = (work: Parameters<typeof explainScans>[1]) =>
    explainScans(opened.database.client, work, { prefersIndexes: false });

  it.each(attentionKinds)('a page and a count of %s read the items only', async (kind) => {
    const found = await explainAsPlanned(async (db) => {
      const attention = attentionRepository(db, scope);
      await attention.list(kind, { limit: 20 });
      await attention.countUpTo(kind, 100);
      await attention.find(kind, 'psess_1000');
      await attention.listBySession('psess_1000', 50);
    });
    expect(found.length).toBeGreaterThan(1);
    // Many events are parked, so that their count ends at its limit.
    const most = kind === 'parked_provider_event' ? 101 : 20;
    for (const node of found) expect(rowsRead(node), JSON.stringify(node)).toBeLessThan(most);
  });

  it.each([undefined, 'paid', 'provisioned'] as const)(
    'whether a session of status %s exists reads one row at most',
    async (status) => {
      const [node] = await explainAsPlanned((db) => sessionRepository(db, scope).exists(status));
      expect(node && rowsRead(node)).toBe(status === 'provisioned' ? 0 : 1);
    },
  );
});
