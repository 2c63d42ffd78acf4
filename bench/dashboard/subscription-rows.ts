import type { KnownIds } from './known-ids.ts';
import { type InputOf, type Row, row } from './row.ts';
import { daysAgo, getCursor } from './times.ts';

type Input = InputOf<'subscriptions.listOverviews'>;

const list = (name: string, input: Input): Row =>
  row(`subscriptions, ${name}`, 'subscriptions.listOverviews', { limit: 25, ...input });

/** The calls of the list and the page of subscriptions. */
export const subscriptionRows = (ids: KnownIds): Row[] => [
  row('subscriptions', 'subscriptions.listOverviews', { limit: 25 }),
  list('page of 20 days ago', { cursor: getCursor(20, 'psub') }),
  list('one status', { status: 'past_due' }),
  list('status without subscriptions', { status: 'paused' }),
  list('configuration', { configuration_status: 'action_required' }),
  list('status and configuration', { status: 'active', configuration_status: 'action_required' }),
  list('status and configuration without subscriptions', {
    status: 'active',
    configuration_status: 'unknown',
  }),
  list('buyer', { buyer_reference: ids.buyer }),
  list('customer', { search: ids.customer }),
  list('latest invoice', { search: ids.invoice }),
  list('provider id', { search: ids.providerSubscription }),
  list('one day', { created_from: daysAgo(15), created_before: daysAgo(14) }),
  list('one day, status without subscriptions', {
    status: 'paused',
    created_from: daysAgo(15),
    created_before: daysAgo(14),
  }),
  row('subscriptions, REST', 'subscriptions.list', { limit: 25 }),
  row('subscription', 'subscriptions.get', { id: ids.subscription }),
  row('subscription, invoices of ten years', 'subscriptions.listInvoices', {
    id: ids.subscription,
  }),
];
