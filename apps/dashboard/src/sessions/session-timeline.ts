import { money } from '@parley/ui/money';
import { sessionStatusLabels } from '@parley/ui/status';
import type { Outputs } from '#trpc/client.ts';

/** A session with its attempts, payments, history and events. */
export type SessionTimeline = Outputs['sessions']['getTimeline'];
export type HistoryEntry = SessionTimeline['history'][number];
export type Attempt = SessionTimeline['attempts'][number];
export type Payment = SessionTimeline['payments'][number];

/** The title of a session's page: "€42.00 Paid". */
export function formatSessionTitle({ session }: Pick<SessionTimeline, 'session'>): string {
  const { amount_minor: amountMinor, currency } = session.final;
  return `${money({ amountMinor, currency })} ${sessionStatusLabels[session.status].label}`;
}

/** Whether a session can have subscriptions. */
export function isRecurring({ attempts }: Pick<SessionTimeline, 'attempts'>): boolean {
  return attempts.some(({ commercial_mode: mode }) => mode !== 'one_time');
}
