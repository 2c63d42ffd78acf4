import type { KnownIds } from './known-ids.ts';
import { type InputOf, type Row, row } from './row.ts';
import { daysAgo, getCursor } from './times.ts';

type Input = InputOf<'sessions.listOverviews'>;

/** No session has it. */
const absentAmount = { amount_from: 90_000_000 } as const;

const list = (name: string, input: Input = {}): Row =>
  row(`sessions, ${name}`, 'sessions.listOverviews', { limit: 25, ...input });

const search = (name: string, id: string): Row =>
  row(`search, ${name}`, 'sessions.listOverviews', { limit: 25, search: id });

/** The calls of the list, the search and the page of sessions. */
export const sessionRows = (ids: KnownIds): Row[] => [
  row('sessions', 'sessions.listOverviews', { limit: 25 }),
  list('oldest first', { sort: 'created_at' }),
  list('page of 25 days ago', { cursor: getCursor(25, 'psess') }),
  list('previous page', { cursor: getCursor(25, 'psess'), direction: 'previous' }),
  list('one status', { status: ['expired'] }),
  list('rare status', { status: ['payment_conflicted'] }),
  list('three statuses', { status: ['created', 'canceled', 'payment_conflicted'] }),
  list('status without sessions', { status: ['provisioning_failed'] }),
  list('created between', { created_from: daysAgo(21), created_before: daysAgo(20) }),
  list('buyer', { buyer_reference: ids.buyer }),
  list('buyer and reason without sessions', {
    buyer_reference: ids.buyer,
    attempt_reason: 'requires_action',
  }),
  row('sessions, related ones of a buyer', 'sessions.listOverviews', {
    buyer_reference: ids.buyer,
    limit: 6,
  }),
  list('frequent currency', { currency: 'eur' }),
  list('rare currency', { currency: 'gbp' }),
  list('currency without sessions', { currency: 'jpy' }),
  list('amount range', { amount_from: 1_000, amount_to: 1_999 }),
  list('amount without sessions', absentAmount),
  list('status and amount without sessions', { status: ['expired', 'canceled'], ...absentAmount }),
  list('all filters', {
    status: ['expired'],
    currency: 'usd',
    amount_from: 1_000,
    amount_to: 2_000,
    created_from: daysAgo(10),
    created_before: daysAgo(9),
  }),
  list('reason of the attempt', { attempt_reason: 'payment_declined' }),
  list('reason without sessions', { attempt_reason: 'unknown' }),
  list('metadata', { metadata: { key: 'order', value: 'unknown' } }),
  list('needs attention', { needs_attention: true }),
  list('needs attention, amount without sessions', { needs_attention: true, ...absentAmount }),
  list('selected ones', { ids: [ids.session] }),
  row('sessions, page of an export', 'sessions.listOverviews', { limit: 100, for_export: true }),
  row('sessions, REST', 'sessions.list', { limit: 25 }),
  search('session id', ids.session),
  search('attempt id', ids.attempt),
  search('subscription id', ids.subscription),
  search('event id', ids.event),
  search('request id', ids.request),
  search('provider object', ids.providerObject),
  search('unknown provider object', 'pi_unknown'),
  row('counts by status', 'sessions.countByStatus'),
  row('session', 'sessions.getMerchantView', { id: ids.session }),
  row('session for the payer', 'sessions.get', { id: ids.session }),
  row('session, timeline', 'sessions.getTimeline', { id: ids.session }),
  row('session, attempts', 'attempts.list', { proxy_session_id: ids.session }),
  row('session, attention', 'attention.listSessionItems', { id: ids.unprovisioned }),
  row('session, subscriptions', 'subscriptions.listBySession', { id: ids.session }),
  row('saved views', 'savedViews.list'),
];
