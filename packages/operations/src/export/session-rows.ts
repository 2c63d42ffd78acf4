import type { CartRecord, LoadedSession, Repositories, Scope, SessionParts } from '@parley/db';
import { attemptView } from '../session-change/attempt-view.ts';
import { sessionDetailView } from '../session-change/session-view.ts';
import { historyEntryView, paymentViews } from '../session-change/timeline-views.ts';
import { subscriptionView } from '../subscription/subscription-view.ts';

/** A line of an export. */
export interface ExportedRow {
  readonly type:
    | 'merchant_settings'
    | 'provider_config'
    | 'webhook_endpoint'
    | 'proxy_session'
    | 'subscription'
    | 'event'
    | 'audit_entry'
    | 'request'
    | 'attention_triage';
  /** Not of the settings, which both modes share. */
  readonly livemode?: boolean;
  readonly data: object;
}

/** A session in an export. */
interface ExportedSession {
  readonly id: string;
}

/**
 * What an export contains of some sessions: each session, followed by its subscriptions and events, by the ids of
 * the sessions that exist.
 */
export async function readSessionRows(
  { sessions, subscriptions, exports }: Repositories,
  { mode }: Scope,
  ids: readonly string[],
): Promise<Map<string, ExportedRow[]>> {
  const livemode = mode === 'live';
  const parts = await exports.listSessionParts(ids);
  const started = await subscriptions.listBySessions(ids);
  const events = await exports.listEventsOfSessions(ids);
  const views = sessionViews(await sessions.findAll(ids), parts);
  const rows = new Map(
    views.map((data): [string, ExportedRow[]] => [
      data.id,
      [{ type: 'proxy_session', livemode, data }],
    ]),
  );
  for (const loaded of started) {
    const data = subscriptionView(loaded);
    rows.get(data.original_proxy_session_id)?.push({ type: 'subscription', livemode, data });
  }
  for (const { proxySessionId, payload } of events) {
    rows.get(proxySessionId ?? '')?.push({ type: 'event', livemode, data: payload });
  }
  return rows;
}

/** Sessions with their carts, attempts, payments and history. */
export function sessionViews(
  sessions: readonly LoadedSession[],
  parts: SessionParts,
): ExportedSession[] {
  const bySession = <Row extends { readonly proxySessionId: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ proxySessionId }) => proxySessionId);
  const attempts = bySession(parts.attempts);
  const carts = bySession(parts.carts);
  const histories = bySession(parts.history);
  return sessions.map((loaded) => {
    const { id, ...session } = loaded.session;
    const history = histories.get(id) ?? [];
    const { cart_snapshot: _, ...view } = sessionDetailView(loaded);
    return {
      ...view,
      fulfillment: {
        reference: session.fulfillmentReference,
        metadata: session.fulfillmentMetadata,
        error_code: session.failureCode,
        error_message: session.failureMessage,
        error_metadata: session.failureMetadata,
      },
      carts: (carts.get(id) ?? []).map(cartView),
      attempts: (attempts.get(id) ?? []).map(attemptView),
      payments: paymentViews(loaded, history),
      history: history.map((entry) => ({
        ...historyEntryView(entry),
        decline_id: entry.declineId,
      })),
    };
  });
}

const cartView = ({ cartVersion, amountMinor, currency, cartSnapshot, createdAt }: CartRecord) => ({
  cart_version: cartVersion,
  amount_minor: amountMinor,
  currency,
  cart_snapshot: cartSnapshot,
  created_at: createdAt.toISOString(),
});
