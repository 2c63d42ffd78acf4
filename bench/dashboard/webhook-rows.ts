import type { KnownIds } from './known-ids.ts';
import { type InputOf, type Row, row } from './row.ts';
import { daysAgo, getCursor } from './times.ts';

type Deliveries = Omit<InputOf<'deliveries.list'>, 'webhook_endpoint_id'>;
type Events = InputOf<'events.list'>;

/** The calls of the pages of webhook endpoints, deliveries and events. */
export function webhookRows(ids: KnownIds): Row[] {
  const endpoint = { webhook_endpoint_id: ids.endpoint };
  const delivery = { ...endpoint, event_id: ids.delivered };
  const deliveries = (name: string, input: Deliveries = {}) =>
    row(name, 'deliveries.list', { ...endpoint, limit: 20, ...input });
  const events = (name: string, input: Events = {}) =>
    row(name, 'events.list', { limit: 25, ...input });
  return [
    row('webhook endpoints', 'webhookEndpoints.listWithHealth', {}),
    row('webhook endpoints, archived', 'webhookEndpoints.listWithHealth', { archived: true }),
    row('webhook endpoints, REST', 'webhookEndpoints.list', {}),
    row('webhook endpoint', 'webhookEndpoints.get', endpoint),
    row('webhook endpoint, health', 'webhookEndpoints.getHealth', endpoint),
    row('webhook endpoint, deliveries by hour', 'webhookEndpoints.getHourlyDeliveries', endpoint),
    row('webhook endpoint, activity', 'auditEntries.list', { object_id: ids.endpoint, limit: 10 }),
    deliveries('deliveries'),
    deliveries('deliveries, page of 2 days ago', { cursor: getCursor(2, 'evt') }),
    deliveries('deliveries, succeeded', { status: 'succeeded' }),
    deliveries('deliveries, failed', { status: 'failed' }),
    deliveries('deliveries, status without deliveries', { status: 'canceled' }),
    deliveries('deliveries, event type', { event_type: 'proxy_session.paid' }),
    deliveries('deliveries, event type without deliveries', { event_type: 'subscription.ended' }),
    row('delivery', 'deliveries.get', delivery),
    row('deliveries of an event', 'deliveries.listByEvent', { event_id: ids.delivered }),
    row('replay, count of missed events', 'events.countReplayable', {
      ...endpoint,
      created_from: daysAgo(1),
    }),
    row('replay, count of all events of 30 days', 'events.countReplayable', {
      ...endpoint,
      created_from: daysAgo(30),
      only_missed: false,
    }),
    row('replay, count of missed events of 30 days', 'events.countReplayable', {
      ...endpoint,
      created_from: daysAgo(30),
    }),
    events('events'),
    events('events, page of 20 days ago', { cursor: getCursor(20, 'evt') }),
    events('events, frequent type', { type: 'proxy_session.created' }),
    events('events, type without events', { type: 'subscription.ended' }),
    events('events, session', { proxy_session_id: ids.session }),
    events('events, one day', { created_from: daysAgo(15), created_before: daysAgo(14) }),
    row('event', 'events.get', { event_id: ids.event }),
    row('provider events, parked', 'providerEvents.list', { limit: 25, status: 'parked' }),
    row('provider events, failed', 'providerEvents.list', { limit: 25, status: 'failed' }),
    row('provider events, page of 20 days ago', 'providerEvents.list', {
      limit: 25,
      status: 'failed',
      cursor: getCursor(20, 'evt'),
    }),
    row('provider events, id', 'providerEvents.list', { id: ids.providerEvent }),
    row('provider event', 'providerEvents.get', {
      psp_config_id: ids.providerConfig,
      id: ids.providerEvent,
    }),
  ];
}
