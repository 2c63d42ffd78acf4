import type { HistoryEntry, SessionTimeline } from './session-timeline.ts';

export type SessionEvent = SessionTimeline['events'][number];
export type ProviderEvent = SessionTimeline['provider_events'][number];
export type ApiRequest = SessionTimeline['requests'][number];
export type Delivery = SessionEvent['deliveries'][number];

/** Something that happened to a session. */
export type TimelineItem = { readonly at: string; readonly key: string } & (
  | { readonly kind: 'change'; readonly entry: HistoryEntry }
  | { readonly kind: 'request'; readonly request: ApiRequest }
  | { readonly kind: 'provider'; readonly event: ProviderEvent }
  | { readonly kind: 'webhook'; readonly event: SessionEvent }
);
type ItemKind = TimelineItem['kind'];

/** The parts of a timeline that a person can choose. */
export const timelineFilters = [
  'highlights',
  'all',
  'session',
  'attempt',
  'request',
  'provider',
  'webhook',
] as const;
export type TimelineFilter = (typeof timelineFilters)[number];

/** The lists that leave out older entries, of those that a part of the timeline shows. */
export function findTruncatedLists({ has_more: hasMore }: SessionTimeline, filter: TimelineFilter) {
  const lists = [
    { kind: 'request', list: 'requests' },
    { kind: 'provider', list: 'provider_events' },
    { kind: 'webhook', list: 'events' },
  ] as const;
  return lists
    .filter(({ kind, list }) => hasMore[list] && ['highlights', 'all', kind].includes(filter))
    .map(({ list }) => list);
}

/** Items at the same time: the request or the report of the provider, what it changed, and the webhooks about it. */
const order: readonly ItemKind[] = ['request', 'provider', 'change', 'webhook'];

/** All that happened to a session, oldest first. An event is one item with all its deliveries. */
export function mergeTimeline(timeline: SessionTimeline): TimelineItem[] {
  const changes = timeline.history.map((entry) => ({
    kind: 'change' as const,
    at: entry.at,
    key: `change ${entry.sequence}`,
    entry,
  }));
  const reports = timeline.provider_events.map((event) => ({
    kind: 'provider' as const,
    at: event.received_at,
    key: `${event.psp_config_id} ${event.id}`,
    event,
  }));
  const requests = timeline.requests.map((request) => ({
    kind: 'request' as const,
    at: request.created_at,
    key: request.id,
    request,
  }));
  const webhooks = timeline.events.map((event) => ({
    kind: 'webhook' as const,
    at: event.created_at,
    key: event.id,
    event,
  }));
  return [...changes, ...requests, ...reports, ...webhooks].sort(
    (a, b) => a.at.localeCompare(b.at) || order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}

/**
 * Whether an item says something that no other item does: an event without deliveries and a request that
 * succeeded do not.
 */
function isHighlight(item: TimelineItem): boolean {
  if (item.kind === 'webhook') return item.event.deliveries.length > 0;
  return item.kind !== 'request' || item.request.status >= 400;
}

/** Whether an item belongs to a part of the timeline. */
export function isShown(item: TimelineItem, filter: TimelineFilter): boolean {
  switch (filter) {
    case 'highlights':
      return isHighlight(item);
    case 'all':
      return true;
    case 'session':
    case 'attempt':
      return item.kind === 'change' && item.entry.subject === filter;
    case 'request':
    case 'provider':
    case 'webhook':
      return item.kind === filter;
  }
}
