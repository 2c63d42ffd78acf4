import type { Scope } from '@parley/db';
import { attentionKinds } from '@parley/domain';
import type { Deps } from '@parley/operations';
import { createCaller } from '@parley/router';

type Call = ReturnType<typeof createCaller>;
type Input = NonNullable<Parameters<Call['sessions']['listOverviews']>[0]>;

/** A call to measure, with the name that the results have. */
export type Procedure = readonly [name: string, call: () => Promise<unknown>];

/** Ids of one session and of things that lead to it. */
export interface KnownIds {
  readonly session: string;
  readonly attempt: string;
  readonly event: string;
  readonly request: string;
  readonly buyer: string;
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
  /** Days up to the current one, in UTC. */
  const lastDays = (days: number) => {
    const until = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
    const from = until - days * DAY_MS;
    return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
  };
  const old = Buffer.from(`${Date.now() - 25 * DAY_MS}.${ids.session}`).toString('base64url');
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
    ['onboarding', () => as.attention.getOnboarding()],
    ['overview, 30 days', () => as.overview.getFigures(lastDays(30))],
    ['overview, 92 days', () => as.overview.getFigures(lastDays(92))],
    ['subscriptions', () => as.subscriptions.list({})],
    ['failed provider events', () => as.providerEvents.list({ status: 'failed' })],
    ['audit log', () => as.auditEntries.list({})],
    ['webhook endpoints', () => as.webhookEndpoints.list({})],
    ['API keys', () => as.apiKeys.list({})],
    ['provider accounts', () => as.providerConfigs.list({})],
    ['team', () => as.team.list()],
  ];
}
