import type { SessionTexts } from '#format/explain-reason.ts';
import type { StatusLabels } from '#messages/status-labels.ts';
import type { Outputs } from '#trpc/client.ts';

/** A session with its attempts, payments, history and events. */
export type SessionTimeline = Outputs['sessions']['getTimeline'];
export type HistoryEntry = SessionTimeline['history'][number];
export type Attempt = SessionTimeline['attempts'][number];
export type Payment = SessionTimeline['payments'][number];

/** The title of a session's page: "€42.00 Paid". */
export function formatSessionTitle(
  labels: StatusLabels,
  money: SessionTexts['money'],
  { session }: Pick<SessionTimeline, 'session'>,
): string {
  const { amount_minor: amountMinor, currency } = session.final;
  const { label } = labels.sessionWithPayment(session.status, session.payment_summary.status);
  return `${money({ amountMinor, currency })} ${label}`;
}

/** Whether a session can have subscriptions. */
export function isRecurring({ attempts }: Pick<SessionTimeline, 'attempts'>): boolean {
  return attempts.some(({ commercial_mode: mode }) => mode !== 'one_time');
}
