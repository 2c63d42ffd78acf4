import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addAttempt,
  addMerchant,
  addSession,
  addSubscription,
  openTestDatabase,
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
});
