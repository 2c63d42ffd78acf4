import type { SessionTimeline } from '@parley/contract';
import type { Scope } from '@parley/db';
import { isOpen, parseCartLines } from '@parley/domain';
import { apiRequestView } from '../api-request/list-api-requests.ts';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { loadSession } from '../session-change/load-session.ts';
import { handoffUrl, sessionDetailView } from '../session-change/session-view.ts';
import {
  cartView,
  eventViews,
  historyEntryView,
  paymentViews,
  providerEventView,
} from '../session-change/timeline-views.ts';

/** A list of more has the newest. */
const MAX_REQUESTS = 100;

/**
 * Retrieves a session with its carts, attempts, payments, history, events with their deliveries, API
 * requests, and what the provider reported.
 * @throws DomainError not_found
 */
export async function getSessionTimeline(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<SessionTimeline> {
  const loaded = await loadSession(deps, scope, input.id);
  const { session } = loaded;
  const repositories = deps.database.forScope(scope);
  const [attempts, history, carts, providerEvents, { requests }, events, publishableKey] =
    await Promise.all([
      repositories.attempts.listReserved(session.id),
      repositories.history.list(session.id),
      repositories.carts.list(session.id),
      repositories.providerEvents.listBySession(session.id),
      repositories.apiRequests.list({
        proxySessionId: session.id,
        exceptReads: true,
        limit: MAX_REQUESTS,
      }),
      repositories.outbox.listBySession(session.id),
      isOpen(session.status) ? repositories.apiKeys.findPublishable() : null,
    ]);
  const deliveries = await repositories.webhookDeliveries.listByEvents(events.map(({ id }) => id));
  return {
    session: sessionDetailView(loaded),
    lines: parseCartLines(loaded.cartSnapshot),
    carts: carts.map(cartView),
    attempts: attempts.map(attemptView),
    payments: paymentViews(loaded.payments, history),
    history: history.map(historyEntryView),
    events: eventViews(events, deliveries),
    provider_events: providerEvents.map(providerEventView),
    requests: requests.map(apiRequestView).reverse(),
    payer_url: publishableKey ? handoffUrl(deps, session.id, publishableKey) : null,
    fulfillment: {
      reference: session.fulfillmentReference,
      error_code: session.failureCode,
      error_message: session.failureMessage,
    },
  };
}
