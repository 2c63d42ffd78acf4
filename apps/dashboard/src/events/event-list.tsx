'use client';

import { eventTypes } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import { shortId } from '@parley/ui/short-id';
import { useTranslations } from 'next-intl';
import {
  type EventListView,
  eventHref,
  type eventListInput,
  eventsHref,
  readEventListView,
} from '#addresses/events.ts';
import { dayFields } from '#lists/filter-bar.tsx';
import { filterForm } from '#lists/filter-form.tsx';
import type { ListProps } from '#lists/list.tsx';
import cells from '#lists/table.module.css';
import { type TableDeclaration, TableList, TableListSkeleton } from '#lists/table-list.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './event-list.module.css';

type Event = Outputs['events']['list']['data'][number];

/** The events of the merchant, newest first. */
function useEventList(): TableDeclaration<Event, EventListView> {
  const t = useTranslations('events');
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.loading'),
    caption: t('list.caption'),
    className: styles.table,
    getKey: ({ id }) => id,
    getHref: eventsHref,
    filters: {
      form: filterForm({
        readView: readEventListView,
        search: {
          label: t('filter.search'),
          placeholder: t('filter.searchPlaceholder'),
          error: t('filter.searchError'),
        },
        fields: [
          {
            name: 'type',
            label: t('filter.type'),
            none: t('filter.anyType'),
            options: eventTypes.map((value) => ({ value, label: value })),
          },
          ...dayFields(t('filter.from'), t('filter.to')),
        ],
      }),
    },
    columns: [
      {
        heading: t('column.type'),
        className: cells.title,
        cell: ({ type }) => <code>{type}</code>,
        getHref: ({ id }) => eventHref(id),
      },
      {
        heading: t('column.object'),
        className: styles.object,
        cell: (event) => (isSample(event) ? t('fact.testEvent') : <ObjectId event={event} />),
      },
      {
        heading: t('column.number'),
        className: styles.number,
        cell: ({ sequence }) => sequence > 0 && sequence,
      },
      {
        heading: t('column.time'),
        className: cells.when,
        cell: ({ created_at }) => <Timestamp at={created_at} />,
      },
    ],
    empty(isFiltered, isContinued) {
      if (isContinued) return { title: t('empty.unsearchedTitle'), text: t('empty.unsearched') };
      if (!isFiltered) return { title: t('empty.noneTitle'), text: t('empty.none') };
      return {
        title: t('empty.unmatchedTitle'),
        text: t('empty.unmatched'),
        showAll: t('empty.showAll'),
      };
    },
  };
}

export function EventList({ view, input }: ListProps<typeof eventListInput>) {
  const [page] = trpc.events.list.useSuspenseQuery(input);
  return <TableList list={useEventList()} page={page} view={view} />;
}

/** The page while the list loads. */
export function EventsLoading() {
  return <TableListSkeleton list={useEventList()} />;
}

/** Whether the ids of an event belong to no resource. */
const isSample = ({ test, type }: Event) => test && !type.startsWith('webhook_endpoint.');

function ObjectId({ event }: { readonly event: Event }) {
  const id = String(event.data.object.id ?? '');
  return <code title={id}>{shortId(id)}</code>;
}
