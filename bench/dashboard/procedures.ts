import type { Scope } from '@parley/db';
import { attentionKinds, formatId, ID_RANDOM_BYTES } from '@parley/domain';
import type { Deps } from '@parley/operations';
import { createCaller } from '@parley/router';

type Call = ReturnType<typeof createCaller>;
type Input = NonNullable<Parameters<Call['sessions']['listOverviews']>[0]>;

type RequestInput = NonNullable<Parameters<Call['apiRequests']['list']>[0]>;

/** A call to measure, with the name that the results have. */
export type Procedure = readonly [name: string, call: () => Promise<unknown>];

/** Ids of one session and of things that lead to it. */
export interface KnownIds {
  readonly session: string;
  readonly attempt: string;
  readonly event: string;
  readonly request: string;
  readonly buyer: string;
  /** A webhook endpoint; null if the merchant has none. */
  readonly endpoint: string | null;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Every list, filter and search of the dashboard, called as a person of the merchant. */
export function proceduresOf(deps: Deps, scope: Scope, ids: KnownIds): Procedure[] {
  const as = createCaller({
    deps,
    requestId: 'req_1',
    person: {
      ...scope,
      userId: 'user_1',
      role: 'owner',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: true,
    },
  });
  const list = (input: Input) => () => as.sessions.listOverviews({ limit: 25, ...input });
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const until = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS).toISOString();
  const requests = (input: RequestInput) => () => as.apiRequests.list({ limit: 25, ...input });
  const posts = { method: 'POST' } as const;
  const longAgo = Date.now() - 6 * DAY_MS;
  const idOfThen = formatId('req', longAgo, new Uint8Array(ID_RANDOM_BYTES));
  const oldRequest = Buffer.from(`${longAgo}.${idOfThen}`).toString('base64url');
  const old = Buffer.from(`${Date.now() - 25 * DAY_MS}.${ids.session}`).toString('base64url');
  const { endpoint } = ids;
  const endpointProcedures: Procedure[] =
    endpoint === null
      ? []
      : [
          [
            'deliveries, event type without deliveries',
            () =>
              as.deliveries.list({
                webhook_endpoint_id: endpoint,
                limit: 20,
                event_type: 'subscription.ended',
              }),
          ],
          [
            'webhook endpoint, deliveries by hour',
            () => as.webhookEndpoints.getHourlyDeliveries({ webhook_endpoint_id: endpoint }),
          ],
        ];
  return [
    ['sessions', list({})],
    ['sessions, oldest first', list({ sort: 'created_at' })],
    ['sessions, page of 25 days ago', list({ cursor: old })],
    ['sessions, one status', list({ status: ['expired'] })],
    ['sessions, rare status', list({ status: ['payment_conflicted'] })],
    ['sessions, three statuses', list({ status: ['created', 'canceled', 'payment_conflicted'] })],
    ['sessions, status without sessions', list({ status: ['provisioned'] })],
    ['sessions, created between', list({ created_from: daysAgo(21), created_before: daysAgo(20) })],
    ['sessions, buyer', list({ buyer_reference: ids.buyer })],
    ['sessions, frequent currency', list({ currency: 'eur' })],
    ['sessions, rare currency', list({ currency: 'gbp' })],
    ['sessions, currency without sessions', list({ currency: 'jpy' })],
    ['sessions, amount range', list({ amount_from: 1_000, amount_to: 1_999 })],
    ['sessions, amount without sessions', list({ amount_from: 90_000_000 })],
    [
      'sessions, status and amount without sessions',
      list({ status: ['expired', 'canceled'], amount_from: 90_000_000 }),
    ],
    [
      'sessions, all filters',
      list({
        status: ['expired'],
        currency: 'usd',
        amount_from: 1_000,
        amount_to: 2_000,
        created_from: daysAgo(10),
        created_before: daysAgo(9),
      }),
    ],
    ['sessions, reason of the attempt', list({ attempt_reason: 'payment_declined' })],
    ['sessions, reason without sessions', list({ attempt_reason: 'unknown' })],
    ['sessions, metadata', list({ metadata: { key: 'order', value: 'unknown' } })],
    ['sessions, needs attention', list({ needs_attention: true })],
    [
      'sessions, needs attention, amount without sessions',
      list({ needs_attention: true, amount_from: 90_000_000 }),
    ],
    ['search, session id', list({ search: ids.session })],
    ['search, attempt id', list({ search: ids.attempt })],
    ['search, event id', list({ search: ids.event })],
    ['search, request id', list({ search: ids.request })],
    ['search, unknown provider object', list({ search: 'pi_unknown' })],
    ['counts by status', () => as.sessions.countByStatus()],
    ['timeline', () => as.sessions.getTimeline({ id: ids.session })],
    ['attention, counts', () => as.attention.countItems()],
    ...attentionKinds.map(
      (kind): Procedure => [
        `attention, ${kind}`,
        () => as.attention.listItems({ kind, limit: 100 }),
      ],
    ),
    [
      'attention, snoozed',
      () => as.attention.listItems({ kind: 'payment_conflict', filter: 'snoozed' }),
    ],
    [
      'attention, assigned to me',
      () => as.attention.listItems({ kind: 'payment_conflict', filter: 'mine' }),
    ],
    ['attention, of a session', () => as.attention.listSessionItems({ id: ids.session })],
    ['any id', () => as.search.findById({ id: ids.attempt })],
    ['events', () => as.events.list({ limit: 25 })],
    [
      'events, type without events',
      () => as.events.list({ limit: 25, type: 'subscription.ended' }),
    ],
    ['events, session', () => as.events.list({ limit: 25, proxy_session_id: ids.session })],
    ['saved views', () => as.savedViews.list()],
    ['onboarding', () => as.attention.getOnboarding()],
    ...(['24h', '7d', '30d', '13w'] as const).map(
      (period): Procedure => [
        `overview, ${period}`,
        () => as.overview.getFigures({ period, until, time_zone: 'Europe/Berlin' }),
      ],
    ),
    [
      'overview, webhook health',
      () => as.overview.getWebhookHealth({ period: '13w', until, time_zone: 'Europe/Berlin' }),
    ],
    ['API requests', requests({})],
    ['API requests, page of 6 days ago', requests({ cursor: oldRequest })],
    ['API requests, 5xx', requests({ status: '5xx' })],
    [
      'API requests, failed POST of a key',
      requests({ ...posts, status: '4xx', api_key_id: 'key_1' }),
    ],
    ['API requests, idempotency key', requests({ idempotency_key: 'order_3' })],
    ['API requests, path without requests', requests({ path: '/v1/unknown' })],
    ['API requests, status without requests', requests({ status: '418' })],
    ['subscriptions', () => as.subscriptions.listOverviews({})],
    ['subscriptions of a customer', () => as.subscriptions.listOverviews({ search: 'cus_3' })],
    ['parked provider events', () => as.providerEvents.list({ limit: 25, status: 'parked' })],
    ['failed provider events', () => as.providerEvents.list({ status: 'failed' })],
    ['audit log', () => as.auditEntries.list({})],
    ['webhook endpoints', () => as.webhookEndpoints.list({})],
    ['webhook endpoints with health', () => as.webhookEndpoints.listWithHealth({})],
    ...endpointProcedures,
    ['API keys', () => as.apiKeys.list({})],
    ['provider accounts', () => as.providerConfigs.list({})],
    ['team', () => as.team.list()],
  ];
}
