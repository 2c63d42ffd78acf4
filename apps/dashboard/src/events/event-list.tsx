'use client';

import { Timestamp } from '@parley/ui/components';
import { shortId } from '@parley/ui/short-id';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type EventListView, eventHref, eventsHref, filtersOf } from '#addresses/events.ts';
import { FilterPlaceholder } from '#lists/filter-bar.tsx';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import type { ListProps } from '#lists/list-props.ts';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import type { Translator } from '#messages/translator.ts';
import { useMode } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { EventFilters } from './event-filters.tsx';
import styles from './event-list.module.css';
import type { eventListInput } from './event-list-input.ts';

type Event = Outputs['events']['list']['data'][number];

type T = Translator<'events'>;

const headOf = (t: T) => ({ title: t('list.title'), lead: t('list.lead') });

const columnsOf = (t: T): Columns => [
  [t('column.type'), cells.title],
  [t('column.object'), styles.object],
  [t('column.number'), styles.number],
  [t('column.time'), cells.when],
];

type EventListProps = ListProps<EventListView, ReturnType<typeof eventListInput>>;

/** The events of the merchant, newest first. */
export function EventList({ view, input }: EventListProps) {
  const mode = useMode();
  const t = useTranslations('events');
  const [{ data, next_cursor }] = trpc.events.list.useSuspenseQuery(input);
  const filters = filtersOf(view);
  return (
    <ListPage {...headOf(t)} filter={<EventFilters filters={filters} />}>
      {data.length > 0 ? (
        <Table caption={t('list.caption')} className={styles.table} columns={columnsOf(t)}>
          {data.map((event) => (
            <EventRow event={event} key={event.id} />
          ))}
        </Table>
      ) : (
        <EmptyEventList
          hasFilters={Object.values(filters).some(Boolean)}
          isContinued={next_cursor !== null}
        />
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => eventsHref(mode, { ...filters, older })}
        nextCursor={next_cursor}
      />
    </ListPage>
  );
}

interface EmptyEventListProps {
  readonly hasFilters: boolean;
  /** Whether the next page may have events. */
  readonly isContinued: boolean;
}

function EmptyEventList({ hasFilters, isContinued }: EmptyEventListProps) {
  const mode = useMode();
  const t = useTranslations('events');
  if (isContinued) {
    return <EmptyList title={t('empty.unsearchedTitle')}>{t('empty.unsearched')}</EmptyList>;
  }
  if (!hasFilters) {
    return <EmptyList title={t('empty.noneTitle')}>{t('empty.none')}</EmptyList>;
  }
  return (
    <EmptyList
      action={
        <Link className="button" href={eventsHref(mode)}>
          {t('empty.showAll')}
        </Link>
      }
      title={t('empty.unmatchedTitle')}
    >
      {t('empty.unmatched')}
    </EmptyList>
  );
}

/** The page while the list loads. */
export function EventsLoading() {
  const t = useTranslations('events');
  return (
    <ListPage {...headOf(t)} filter={<FilterPlaceholder />}>
      <SkeletonTable className={styles.table} columns={columnsOf(t)} label={t('list.loading')} />
    </ListPage>
  );
}

function EventRow({ event }: { readonly event: Event }) {
  const mode = useMode();
  const t = useTranslations('events');
  const objectId = String(event.data.object.id ?? '');
  // The ids of a sample belong to no resource.
  const isSample = event.test && !event.type.startsWith('webhook_endpoint.');
  return (
    <TableRow>
      <td className={cells.title}>
        <RowLink href={eventHref(mode, event.id)}>
          <code>{event.type}</code>
        </RowLink>
      </td>
      <td className={styles.object}>
        {isSample ? t('fact.testEvent') : <code title={objectId}>{shortId(objectId)}</code>}
      </td>
      <td className={styles.number}>{event.sequence > 0 && event.sequence}</td>
      <td className={cells.when}>
        <Timestamp at={event.created_at} />
      </td>
    </TableRow>
  );
}
