'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import {
  type SubscriptionListView,
  subscriptionHref,
  subscriptionsHref,
} from '#addresses/subscriptions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import type { ListProps } from '#lists/list-props.ts';
import cells from '#lists/table.module.css';
import {
  AboveRowLink,
  type Columns,
  RowLink,
  SkeletonTable,
  Table,
  TableRow,
} from '#lists/table.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { SubscriptionFilters } from './subscription-filters.tsx';
import type { subscriptionListInput } from './subscription-list-input.ts';
import styles from './subscriptions.module.css';

type Subscription = Outputs['subscriptions']['listOverviews']['data'][number];

function useColumns(): Columns {
  const t = useTranslations('subscriptions.column');
  return [
    [t('status'), cells.status],
    [t('invoice'), cells.amount],
    [t('buyer'), cells.title],
    [t('configuration'), styles.configuration],
    [t('subscription'), `${cells.id} ${styles.id}`],
    [t('ends'), cells.when],
    [t('created'), `${cells.when} ${styles.created}`],
  ];
}

type SubscriptionListProps = ListProps<
  SubscriptionListView,
  ReturnType<typeof subscriptionListInput>
>;

/** The subscriptions of the merchant, by page. */
export function SubscriptionList({ view, input }: SubscriptionListProps) {
  const t = useTranslations('subscriptions');
  const columns = useColumns();
  const mode = useMode();
  const [page] = trpc.subscriptions.listOverviews.useSuspenseQuery(input, {
    refetchInterval: LIST_REFRESH_MS,
  });
  const { older: _, ...filters } = view;
  return (
    <ListPage filter={<SubscriptionFilters filters={filters} />} title={t('title')}>
      {page.data.length > 0 ? (
        <Table caption={t('caption')} className={styles.table} columns={columns}>
          {page.data.map((subscription) => (
            <SubscriptionRow key={subscription.id} subscription={subscription} />
          ))}
        </Table>
      ) : Object.values(filters).some(Boolean) ? (
        <EmptyList
          action={
            <Link className="button" href={subscriptionsHref(mode)}>
              {t('empty.showAll')}
            </Link>
          }
          title={t(page.has_more ? 'empty.noMatchHere' : 'empty.noMatch')}
        >
          {t(page.has_more ? 'empty.noMatchHereText' : 'empty.noMatchText')}
        </EmptyList>
      ) : (
        <EmptyList title={t('empty.title')}>{t('empty.text')}</EmptyList>
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
  const t = useTranslations('subscriptions');
  return <SkeletonTable className={styles.table} columns={useColumns()} label={t('loading')} />;
}

function SubscriptionRow({ subscription }: { readonly subscription: Subscription }) {
  const t = useTranslations('subscriptions');
  const labels = useStatusLabels();
  const mode = useMode();
  const { latest_invoice_amount_minor: amount, latest_invoice_currency: currency } = subscription;
  const ends = subscription.ended_at ?? subscription.current_period_end;
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={labels.subscription(subscription.status)} />
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
        <StatusBadge status={labels.configuration(subscription.configuration_status)} />
      </td>
      <td className={`${cells.id} ${styles.id}`}>
        <AboveRowLink>
          <CopyId id={subscription.id} label={t('id')} />
        </AboveRowLink>
      </td>
      <td className={cells.when}>{ends ? <Timestamp at={ends} /> : '–'}</td>
      <td className={`${cells.when} ${styles.created}`}>
        <Timestamp at={subscription.created_at} />
      </td>
    </TableRow>
  );
}
