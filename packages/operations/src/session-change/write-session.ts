import type {
  AttemptRecord,
  JsonObject,
  PaymentRecord,
  Repositories,
  SessionState,
} from '@parley/db';
import type { ChangeLog } from './change-log.ts';

interface SessionWrite {
  /** The session as read under its lock. */
  readonly before: SessionState;
  readonly after: SessionState;
  /** The snapshot of a new cart version; null when the cart stays. */
  readonly newCart: JsonObject | null;
  /** The attempts as stored in the database, by id. */
  readonly storedAttempts: ReadonlyMap<string, AttemptRecord>;
  /** The changed and new attempts, by id, in the order of their first change. */
  readonly attempts: ReadonlyMap<string, AttemptRecord>;
  readonly log: Pick<ChangeLog, 'history' | 'events'>;
}

/** Writes what changed of a session as guarded updates, with its history and events. */
export async function writeSession(
  tx: Repositories,
  { before, after, newCart, storedAttempts, attempts, log }: SessionWrite,
): Promise<void> {
  const { session, now } = after;
  if (newCart) {
    await tx.carts.insert({
      proxySessionId: session.id,
      cartVersion: session.cartVersion,
      amountMinor: session.amountMinor,
      currency: session.currency,
      cartSnapshot: newCart,
      createdAt: now,
    });
  }
  // Insertion order: the attempt that stops being current is written before its replacement.
  for (const [id, attempt] of attempts) {
    const stored = storedAttempts.get(id);
    if (stored) await tx.attempts.update(stored, attempt);
    else await tx.attempts.insert(attempt);
  }
  if (session !== before.session) {
    await tx.sessions.update(before.session, { ...session, updatedAt: now });
  }
  await writePayments(tx, before.payments, after.payments);
  await tx.history.append(session.id, log.history);
  await tx.outbox.append(log.events);
}

/** A replaced payment keeps its place, and new ones are at the end. */
async function writePayments(
  tx: Repositories,
  before: readonly PaymentRecord[],
  after: readonly PaymentRecord[],
): Promise<void> {
  for (const [index, payment] of after.entries()) {
    const stored = before[index];
    if (!stored) await tx.payments.insert(payment);
    else if (stored !== payment) await tx.payments.update(stored, payment);
  }
}
