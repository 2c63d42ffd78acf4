'use client';

import { configurationStatuses } from '@parley/domain';
import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import {
  readSubscriptionListView,
  type SubscriptionListView,
  subscriptionHref,
  type subscriptionListInput,
  subscriptionsHref,
} from '#addresses/subscriptions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { dayFields } from '#lists/filter-bar.tsx';
import { filterForm } from '#lists/filter-form.tsx';
import type { ListProps } from '#lists/list.tsx';
import cells from '#lists/table.module.css';
import { AboveRowLink } from '#lists/table.tsx';
import { type TableDeclaration, TableList, TableListSkeleton } from '#lists/table-list.tsx';
import { subscriptionStatuses } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './subscriptions.module.css';

type Subscription = Outputs['subscriptions']['listOverviews']['data'][number];

/** The subscriptions of the merchant, by page. */
function useSubscriptionList(): TableDeclaration<Subscription, SubscriptionListView> {
  const t = useTranslations('subscriptions');
  const labels = useStatusLabels();
  return {
    title: t('title'),
    loading: t('loading'),
    caption: t('caption'),
    className: styles.table,
    getKey: ({ id }) => id,
    getHref: subscriptionsHref,
    filters: {
      tabs: {
        name: 'status',
        label: t('filter.byStatus'),
        options: [
          { label: t('filter.all') },
          ...subscriptionStatuses.map((value) => ({
            value,
            label: labels.subscription(value).label,
          })),
        ],
      },
      form: filterForm({
        readView: readSubscriptionListView,
        search: { label: t('filter.search'), placeholder: t('filter.searchPlaceholder') },
        fields: [
          {
            name: 'buyer',
            label: t('filter.buyer'),
            input: { maxLength: 500, autoComplete: 'off' },
          },
          {
            name: 'configuration',
            label: t('filter.configuration'),
            none: t('filter.any'),
            options: configurationStatuses.map((value) => ({
              value,
              label: labels.configuration(value).label,
            })),
          },
          ...dayFields(t('filter.createdFrom'), t('filter.createdTo')),
        ],
      }),
    },
    columns: [
      {
        heading: t('column.status'),
        className: cells.status,
        cell: ({ status }) => <StatusBadge status={labels.subscription(status)} />,
      },
      {
        heading: t('column.invoice'),
        className: cells.amount,
        cell: ({ latest_invoice_amount_minor: amount, latest_invoice_currency: currency }) =>
          amount === null || currency === null ? (
            '–'
          ) : (
            <Amount amountMinor={amount} currency={currency} />
          ),
      },
      {
        heading: t('column.buyer'),
        className: cells.title,
        isRowHeading: true,
        cell: ({ buyer_reference }) => buyer_reference,
        getHref: ({ id }) => subscriptionHref(id),
      },
      {
        heading: t('column.configuration'),
        className: styles.configuration,
        cell: ({ configuration_status: status }) => (
          <StatusBadge status={labels.configuration(status)} />
        ),
      },
      {
        heading: t('column.subscription'),
        className: `${cells.id} ${styles.id}`,
        cell: ({ id }) => (
          <AboveRowLink>
            <CopyId id={id} label={t('id')} />
          </AboveRowLink>
        ),
      },
      {
        heading: t('column.ends'),
        className: cells.when,
        cell({ ended_at, current_period_end }) {
          const ends = ended_at ?? current_period_end;
          return ends ? <Timestamp at={ends} /> : '–';
        },
      },
      {
        heading: t('column.created'),
        className: `${cells.when} ${styles.created}`,
        cell: ({ created_at }) => <Timestamp at={created_at} />,
      },
    ],
    empty(isFiltered, isContinued) {
      if (!isFiltered) return { title: t('empty.title'), text: t('empty.text') };
      const showAll = t('empty.showAll');
      return isContinued
        ? { title: t('empty.noMatchHere'), text: t('empty.noMatchHereText'), showAll }
        : { title: t('empty.noMatch'), text: t('empty.noMatchText'), showAll };
    },
  };
}

export function SubscriptionList({ view, input }: ListProps<typeof subscriptionListInput>) {
  const [page] = trpc.subscriptions.listOverviews.useSuspenseQuery(input, {
    refetchInterval: LIST_REFRESH_MS,
  });
  return <TableList list={useSubscriptionList()} page={page} view={view} />;
}

/** The page while the list loads. */
export function SubscriptionsLoading() {
  return <TableListSkeleton list={useSubscriptionList()} />;
}
