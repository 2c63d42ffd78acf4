'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import {
  configurationStatusLabels,
  getSubscriptionStatusLabel,
} from '@parley/ui/subscription-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import cells from '#lists/table.module.css';
import {
  AboveRowLink,
  type Columns,
  RowLink,
  SkeletonTable,
  Table,
  TableRow,
} from '#lists/table.tsx';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import {
  type SubscriptionListView,
  subscriptionHref,
  subscriptionListInput,
  subscriptionsHref,
} from './search-params.ts';
import { SubscriptionFilters } from './subscription-filters.tsx';
import styles from './subscriptions.module.css';

type Subscription = Outputs['subscriptions']['list']['data'][number];

const columns: Columns = [
  ['Status', cells.status],
  ['Last invoice', cells.amount],
  ['Buyer', cells.title],
  ['Configuration', styles.configuration],
  ['Subscription', `${cells.id} ${styles.id}`],
  ['Period ends', cells.when],
  ['Created', `${cells.when} ${styles.created}`],
];

/** The subscriptions of the merchant, by page. */
export function SubscriptionList({ view }: { readonly view: SubscriptionListView }) {
  const mode = useMode();
  const [page] = trpc.subscriptions.list.useSuspenseQuery(subscriptionListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  const { older: _, ...filters } = view;
  return (
    <ListPage filter={<SubscriptionFilters filters={filters} />} title="Subscriptions">
      {page.data.length > 0 ? (
        <Table caption="Subscriptions, newest first" className={styles.table} columns={columns}>
          {page.data.map((subscription) => (
            <SubscriptionRow key={subscription.id} subscription={subscription} />
          ))}
        </Table>
      ) : Object.values(filters).some(Boolean) ? (
        <EmptyList
          action={
            <Link className="button" href={subscriptionsHref(mode)}>
              Show all subscriptions
            </Link>
          }
          title={
            page.has_more ? 'No subscription on this page matches.' : 'No subscription matches.'
          }
        >
          {page.has_more
            ? 'Not all subscriptions were searched. Older ones may match.'
            : 'Remove or widen a filter.'}
        </EmptyList>
      ) : (
        <EmptyList title="No subscriptions yet.">
          A subscription appears here when the payment of its session succeeds or its trial starts.
          Parley then keeps it up to date with the provider.
        </EmptyList>
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => subscriptionsHref(mode, { ...filters, older })}
        nextCursor={page.next_cursor}
      />
    </ListPage>
  );
}

/** The table while the list loads. */
export function SubscriptionsSkeleton() {
  return <SkeletonTable className={styles.table} columns={columns} label="subscriptions" />;
}

function SubscriptionRow({ subscription }: { readonly subscription: Subscription }) {
  const mode = useMode();
  const { latest_invoice_amount_minor: amount, latest_invoice_currency: currency } = subscription;
  const ends = subscription.ended_at ?? subscription.current_period_end;
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={getSubscriptionStatusLabel(subscription.status)} />
      </td>
      <td className={cells.amount}>
        {amount === null || currency === null ? (
          '–'
        ) : (
          <Amount amountMinor={amount} currency={currency} />
        )}
      </td>
      <th className={cells.title} scope="row">
        <RowLink href={subscriptionHref(mode, subscription.id)}>
          {subscription.buyer_reference}
        </RowLink>
      </th>
      <td className={styles.configuration}>
        <StatusBadge status={configurationStatusLabels[subscription.configuration_status]} />
      </td>
      <td className={`${cells.id} ${styles.id}`}>
        <AboveRowLink>
          <CopyId id={subscription.id} label="subscription id" />
        </AboveRowLink>
      </td>
      <td className={cells.when}>{ends ? <Timestamp at={ends} /> : '–'}</td>
      <td className={`${cells.when} ${styles.created}`}>
        <Timestamp at={subscription.created_at} />
      </td>
    </TableRow>
  );
}
