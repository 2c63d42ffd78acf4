import type { SessionTimeline } from '@parley/contract';
import type { Scope } from '@parley/db';
import { isOpen, readCart, readCartSums } from '@parley/domain';
import { apiRequestView } from '../api-request/list-api-requests.ts';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { loadSession } from '../session-change/load-session.ts';
import { isCartRefused } from '../session-change/provider-check.ts';
import { handoffUrl, sessionDetailView } from '../session-change/session-view.ts';
import {
  cartView,
  eventViews,
  historyEntryView,
  paymentViews,
  providerEventView,
} from '../session-change/timeline-views.ts';

/** A list of more has the newest. */
const MAX_CARTS = 20;
const MAX_PROVIDER_EVENTS = 100;
const MAX_REQUESTS = 100;
const MAX_EVENTS = 100;
/** Of an event, in each condition. */
const MAX_DELIVERIES = 10;

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
      repositories.carts.list(session.id, MAX_CARTS + 1),
      repositories.providerEvents.listBySession(session.id, MAX_PROVIDER_EVENTS + 1),
      repositories.apiRequests.list({
        proxySessionId: session.id,
        exceptReads: true,
        limit: MAX_REQUESTS + 1,
      }),
      repositories.outbox.listBySession(session.id, MAX_EVENTS + 1),
      isOpen(session.status) ? repositories.apiKeys.findPublishable() : null,
    ]);
  const shownEvents = events.slice(-MAX_EVENTS);
  const deliveries = await repositories.webhookDeliveries.listByEvents(
    shownEvents.map(({ id }) => id),
    MAX_DELIVERIES,
  );
  const cart = readCart(loaded.cartSnapshot, session);
  const sums = readCartSums(loaded.cartSnapshot, cart, session);
  return {
    session: sessionDetailView(loaded),
    lines: [...cart.lines],
    omitted_lines: cart.omitted,
    cart_sums: sums && {
      subtotal_minor: sums.subtotalMinor,
      tax_minor: sums.taxMinor,
      shipping_minor: sums.shippingMinor,
      discount_minor: sums.discountMinor,
    },
    carts: getNewest(carts, MAX_CARTS).map(cartView),
    attempts: attempts.map(attemptView),
    payments: paymentViews(loaded, history),
    history: history.map(historyEntryView),
    events: eventViews(shownEvents, deliveries),
    provider_events: getNewest(providerEvents, MAX_PROVIDER_EVENTS).map(providerEventView),
    requests: getNewest(requests, MAX_REQUESTS).map(apiRequestView),
    has_more: {
      carts: carts.length > MAX_CARTS,
      events: events.length > MAX_EVENTS,
      provider_events: providerEvents.length > MAX_PROVIDER_EVENTS,
      requests: requests.length > MAX_REQUESTS,
    },
    cart_refused: isCartRefused(loaded),
    payer_url: publishableKey ? handoffUrl(deps, session.id, publishableKey) : null,
    fulfillment: {
      reference: session.fulfillmentReference,
      error_code: session.failureCode,
      error_message: session.failureMessage,
    },
  };
}

/** The newest of a list that begins with them, oldest first. */
const getNewest = <T>(newestFirst: readonly T[], limit: number): T[] =>
  newestFirst.slice(0, limit).reverse();
