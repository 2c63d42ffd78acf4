import { attentionKinds } from '@parley/domain';
import type { KnownIds } from './known-ids.ts';
import { type InputOf, PERSON, type Row, row } from './row.ts';
import { daysAgo, endOfToday, getCursor } from './times.ts';

/** The calls of the overview, of what needs attention, and of the palette. */
export const attentionRows = (ids: KnownIds): Row[] => [
  ...(['24h', '7d', '30d', '13w'] as const).map((period) =>
    row(`overview, ${period}`, 'overview.getFigures', {
      period,
      until: endOfToday(),
      time_zone: 'Europe/Berlin',
    }),
  ),
  row('overview, webhook health', 'overview.getWebhookHealth', {
    period: '13w',
    until: endOfToday(),
    time_zone: 'Europe/Berlin',
  }),
  row('onboarding', 'attention.getOnboarding'),
  row('setup status', 'attention.getSetupStatus'),
  row('attention, counts', 'attention.countItems'),
  ...attentionKinds.map((kind) =>
    row(`attention, ${kind}`, 'attention.listItems', { kind, limit: 100 }),
  ),
  ...(['snoozed', 'mine'] as const).flatMap((filter) =>
    (['unprovisioned_session', 'unknown_attempt', 'parked_provider_event'] as const).map((kind) =>
      row(`attention, ${kind}, ${filter}`, 'attention.listItems', { kind, filter, limit: 100 }),
    ),
  ),
  ...Object.entries({
    session: ids.session,
    attempt: ids.attempt,
    subscription: ids.subscription,
    event: ids.event,
    request: ids.request,
    'webhook endpoint': ids.endpoint,
    'provider config': ids.providerConfig,
    'provider object': ids.providerObject,
    'provider event': ids.providerEvent,
    customer: ids.customer,
    invoice: ids.invoice,
    buyer: ids.buyer,
    'idempotency key': ids.idempotencyKey,
  }).map(([name, id]) => row(`palette, ${name}`, 'search.findById', { id })),
];

/** The calls of the pages for developers, apart from webhooks. */
export function developerRows(ids: KnownIds): Row[] {
  const requests = (name: string, input: InputOf<'apiRequests.list'> = {}): Row =>
    row(name, 'apiRequests.list', { limit: 25, ...input });
  return [
    requests('API requests'),
    requests('API requests, page of 6 days ago', { cursor: getCursor(6, 'req') }),
    requests('API requests, one day', { created_from: daysAgo(4), created_before: daysAgo(3) }),
    requests('API requests, id', { request_id: ids.request }),
    requests('API requests, session', { proxy_session_id: ids.session }),
    requests('API requests, 5xx', { status: '5xx' }),
    requests('API requests, failed POST of a key', {
      method: 'POST',
      status: '4xx',
      api_key_id: 'key_1',
    }),
    requests('API requests, idempotency key', { idempotency_key: ids.idempotencyKey }),
    requests('API requests, path', { path: '/v1/proxy_sessions' }),
    requests('API requests, path without requests', { path: '/v1/unknown' }),
    requests('API requests, status without requests', { status: '418' }),
    row('API request', 'apiRequests.get', { request_id: ids.request }),
    row('idempotency key', 'apiRequests.findIdempotencyKey', {
      idempotency_key: ids.idempotencyKey,
    }),
    row('idempotency key without requests', 'apiRequests.findIdempotencyKey', {
      idempotency_key: 'unknown',
    }),
    row('API keys', 'apiKeys.list', {}),
    row('API keys, ended', 'apiKeys.list', { ended: true }),
    row('provider accounts', 'providerConfigs.list', {}),
  ];
}

/** The calls of the settings. */
export function settingsRows(ids: KnownIds): Row[] {
  const audit = (name: string, input: InputOf<'auditEntries.list'> = {}): Row =>
    row(name, 'auditEntries.list', { limit: 25, ...input });
  const day = { created_from: daysAgo(101), created_before: daysAgo(100) };
  return [
    audit('audit log'),
    audit('audit log, page of 300 days ago', { cursor: getCursor(300, 'audit') }),
    audit('audit log, object', { object_id: ids.endpoint }),
    audit('audit log, type', { object_type: 'webhook_endpoint' }),
    audit('audit log, person', { actor_id: PERSON }),
    audit('audit log, person and type', { actor_id: PERSON, object_type: 'api_key' }),
    audit('audit log, person and type without entries', {
      actor_id: PERSON,
      object_type: 'attention_item',
    }),
    audit('audit log, person who did nothing', { actor_id: 'user_none' }),
    audit('audit log, one day', day),
    audit('audit log, one day, all filters', {
      ...day,
      actor_id: PERSON,
      object_type: 'webhook_endpoint',
    }),
    row('audit log, page of an export', 'auditEntries.list', { limit: 100 }),
    row('team', 'team.list'),
    row('settings', 'settings.get'),
    row('embedding origins', 'settings.getEmbeddingOrigins'),
    row('notifications', 'notifications.get'),
  ];
}
