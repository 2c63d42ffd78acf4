import {
  type AttemptCommand,
  attemptTransitions,
  type SessionCommand,
  sessionTransitions,
} from '@parley/domain';
import { type Invariant, sqlInvariant } from './invariant.ts';

const sequences = sqlInvariant({
  name: 'gapless-sequences',
  description: 'The events and the history of a session are numbered from 1 without gaps.',
  when: 'always',
  sql: `
    SELECT s.id, s.event_sequence, e.events, e.last_event, s.history_sequence, h.entries, h.last_entry
    FROM proxy_session s
    LEFT JOIN (SELECT merchant_id, proxy_session_id, count(*) AS events, max(sequence) AS last_event
      FROM outbox_event GROUP BY 1, 2) e ON e.merchant_id = s.merchant_id AND e.proxy_session_id = s.id
    LEFT JOIN (SELECT merchant_id, proxy_session_id, count(*) AS entries, max(sequence) AS last_entry
      FROM history_entry GROUP BY 1, 2) h ON h.merchant_id = s.merchant_id AND h.proxy_session_id = s.id
    WHERE (e.events, e.last_event, h.entries, h.last_entry)
      IS DISTINCT FROM (s.event_sequence, s.event_sequence, s.history_sequence, s.history_sequence)`,
});

const versions = sqlInvariant({
  name: 'versions-without-gaps',
  description:
    'Every earlier cart of a session is stored once, and its attempts are numbered from 1.',
  when: 'always',
  sql: `
    SELECT s.id, s.cart_version, c.carts, c.last_cart, a.attempts, a.last_attempt
    FROM proxy_session s
    LEFT JOIN (SELECT merchant_id, proxy_session_id, count(*) AS carts, max(cart_version) AS last_cart
      FROM cart_revision GROUP BY 1, 2) c ON c.merchant_id = s.merchant_id AND c.proxy_session_id = s.id
    LEFT JOIN (SELECT merchant_id, proxy_session_id, count(*) AS attempts, max(attempt_number) AS last_attempt
      FROM acquisition_attempt GROUP BY 1, 2) a ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id
    WHERE (COALESCE(c.carts, 0), COALESCE(c.last_cart, 0)) IS DISTINCT FROM (s.cart_version - 1, s.cart_version - 1)
      OR a.attempts <> a.last_attempt`,
});

const oneAttempt = sqlInvariant({
  name: 'one-attempt',
  description:
    'A session has at most one current attempt and one completed attempt, and shows the current one.',
  when: 'always',
  sql: `
    SELECT s.id, s.status, s.completed_attempt_id, a.current, a.succeeded, a.attempt_status,
      s.attempt_status AS copied_status
    FROM proxy_session s
    LEFT JOIN (
      SELECT merchant_id, proxy_session_id, count(*) FILTER (WHERE is_current) AS current,
        count(*) FILTER (WHERE status = 'succeeded') AS succeeded,
        max(id) FILTER (WHERE status = 'succeeded') AS succeeded_id,
        max(status) FILTER (WHERE is_current) AS attempt_status,
        max(id) FILTER (WHERE is_current) AS current_id
      FROM acquisition_attempt GROUP BY 1, 2
    ) a ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id
    WHERE a.current > 1 OR a.succeeded > 1
      OR s.completed_attempt_id IS DISTINCT FROM COALESCE(a.succeeded_id, s.completed_attempt_id)
      OR s.attempt_status IS DISTINCT FROM a.attempt_status
      OR (a.current = 1 AND s.attempt_id <> a.current_id)`,
});

/** An entry of the history, or an event, of one session. */
interface Row {
  readonly session: string;
  readonly attempt: string | null;
  readonly action: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The event of a history entry by the transition tables; null if it has none. */
function getEvent({ attempt, action, from, to }: Row): string | null {
  if (to === null) return null;
  if (from === null) {
    if (action === 'create') return 'proxy_session.created';
    return action === 'reserve' ? 'acquisition_attempt.reserved' : null;
  }
  const table: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
    attempt === null ? sessionTransitions : attemptTransitions;
  // An attempt without a reservation is in no event.
  if (from === 'unreserved' && action !== 'reserve') return null;
  const target = table[action as SessionCommand & AttemptCommand]?.[from];
  // The payment failed after the deadline.
  if (action === 'fail_payment' && to === 'expired') return 'proxy_session.expired';
  return (target as { event: string | null } | undefined)?.event ?? null;
}

/** Events that are no transition, or that repeat one. */
const otherEvents = new Set([
  'proxy_session.payment_conflicted',
  'acquisition_attempt.payment_declined',
]);

const eventPerTransition: Invariant = {
  name: 'event-per-transition',
  description: 'Every transition in the history of a session has exactly the event of its table.',
  when: 'end',
  check: async ({ pool }) => {
    const { rows } = await pool.query<{ session: string; entries: Row[]; types: string[] }>(`
      SELECT s.id AS session,
        (SELECT json_agg(json_build_object('session', s.id, 'attempt', h.attempt_id, 'action', h.action,
          'from', h.from_status, 'to', h.to_status)) FROM history_entry h
         WHERE h.merchant_id = s.merchant_id AND h.proxy_session_id = s.id) AS entries,
        (SELECT array_agg(e.type) FROM outbox_event e
         WHERE e.merchant_id = s.merchant_id AND e.proxy_session_id = s.id
           AND (e.type LIKE 'proxy_session.%' OR e.type LIKE 'acquisition_attempt.%')) AS types
      FROM proxy_session s`);
    return rows.flatMap(({ session, entries, types }) => {
      const list = (names: readonly (string | null)[]) =>
        names
          .filter((name) => name !== null && !otherEvents.has(name))
          .sort()
          .join(' ');
      const expected = list((entries ?? []).map(getEvent));
      const stored = list(types ?? []);
      return expected === stored ? [] : [`${session}: expected ${expected}; stored ${stored}`];
    });
  },
};

export const sessionInvariants: readonly Invariant[] = [
  sequences,
  versions,
  oneAttempt,
  eventPerTransition,
];
