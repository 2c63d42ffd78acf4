import type pg from 'pg';
import type { SessionCommit, SessionWrite } from '../src/commit/session-commit.ts';
import type { JsonObject, Scope, SessionState } from '../src/sql/records.ts';
import { newId } from './rows.ts';

/** A commit of nothing but a stored refusal. */
export const createRefusal = (
  scope: Scope,
  key: string = newId('req'),
  outcome: JsonObject = { error: 'refused' },
): SessionCommit => ({
  scope,
  at: new Date(),
  idempotency: { method: 'POST', path: '/things', key, fingerprint: 'a'.repeat(64), outcome },
  session: null,
});

/** A change of a session that writes a row of every table. */
export function getChange(
  { session, attempt, cartSnapshot, now }: SessionState,
  {
    key = newId('req') as string,
    root = `pi_${newId('evt')}`,
    ...change
  }: { key?: string; root?: string } & Partial<SessionWrite> = {},
): SessionCommit {
  const { id: proxySessionId, merchantId, mode } = session;
  const after = {
    ...session,
    status: 'payer_opened' as const,
    cartVersion: 2,
    paymentStatus:
      change.payments?.length === 0 ? session.paymentStatus : ('dispute_lost' as const),
    historySequence: 1,
    eventSequence: 1,
    updatedAt: now,
  };
  const changed = { ...attempt, version: attempt.version + 1 };
  return {
    ...createRefusal({ merchantId, mode }, key, { output: key }),
    session: {
      before: session,
      after,
      cart: { before: cartSnapshot, after: { 'a "note"': ['\u2028', null, 1.5] } },
      attempts: [
        {
          before: attempt,
          after: {
            ...changed,
            status: 'attached',
            providerRootObjectId: root,
            providerRootObjectType: 'payment_intent',
            rootCreatedBy: 'merchant',
          },
        },
      ],
      payments: [
        {
          before: null,
          after: {
            merchantId,
            mode,
            version: 1,
            proxySessionId,
            attemptId: attempt.id,
            providerObjectId: root,
            providerObjectType: 'payment_intent',
            rootObjectId: root,
            rootObjectType: 'payment_intent',
            amountMinor: 2 ** 40,
            currency: 'eur',
            refundedMinor: 0,
            disputedMinor: 4200,
            disputeId: 'dp_1',
            disputeStatus: 'lost',
            disputeReason: 'fraudulent',
            disputeDueBy: null,
            disputeOpenedAt: now,
            disputeClosedAt: now,
            taxMinor: 798,
            shippingMinor: 0,
            discountMinor: null,
            capturedAt: now,
            recordedAt: now,
            updatedAt: now,
          },
        },
      ],
      subscription: null,
      attachedObject: null,
      recordedEvent: null,
      history: [
        {
          sequence: 1,
          attemptId: attempt.id,
          action: 'open',
          fromStatus: 'created',
          toStatus: 'payer_opened',
          reason: null,
          actorKind: 'payer',
          actorId: null,
          requestId: key,
          declineId: null,
          at: now,
        },
      ],
      events: [
        {
          id: newId('evt'),
          type: 'proxy_session.payer_opened',
          proxySessionId,
          sequence: 1,
          payload: { key },
          createdAt: now,
        },
      ],
      ...change,
    },
  };
}

/** Locks a session on a connection of the pool. Returns a function that unlocks it. */
export async function lockSession(pool: pg.Pool, { session }: SessionState) {
  const holder = await pool.connect();
  await holder.query('BEGIN; SET LOCAL lock_timeout = 0');
  await holder.query('SELECT 1 FROM proxy_session WHERE merchant_id = $1 AND id = $2 FOR UPDATE', [
    session.merchantId,
    session.id,
  ]);
  return async (): Promise<void> => {
    await holder.query('ROLLBACK');
    holder.release();
  };
}
