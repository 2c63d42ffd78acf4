'use client';

import { Timestamp } from '@parley/ui/components';
import { shortId } from '@parley/ui/short-id';
import Link from 'next/link';
import { FilterPlaceholder } from '#lists/filter-bar.tsx';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { EventFilters } from './event-filters.tsx';
import styles from './event-list.module.css';
import {
  type EventListView,
  eventHref,
  eventListInput,
  eventsHref,
  filtersOf,
} from './search-params.ts';

type Event = Outputs['events']['list']['data'][number];

const page = {
  title: 'Events',
  lead: 'What Parley sends to webhook endpoints, whether or not one subscribes to it.',
};

const columns: Columns = [
  ['Type', cells.title],
  ['Object', styles.object],
  ['Number', styles.number],
  ['Time', cells.when],
];

/** The events of the merchant, newest first. */
export function EventList({ view }: { readonly view: EventListView }) {
  const mode = useMode();
  const [{ data, next_cursor }] = trpc.events.list.useSuspenseQuery(eventListInput(view));
  const filters = filtersOf(view);
  return (
    <ListPage {...page} filter={<EventFilters filters={filters} />}>
      {data.length > 0 ? (
        <Table caption="Events, newest first" className={styles.table} columns={columns}>
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
  if (isContinued) {
    return (
      <EmptyList title="No event on this page matches.">
        Not all events were searched. Older ones may match.
      </EmptyList>
    );
  }
  if (!hasFilters) {
    return (
      <EmptyList title="There are no events yet.">
        The first one is created with the first session.
      </EmptyList>
    );
  }
  return (
    <EmptyList
      action={
        <Link className="button" href={eventsHref(mode)}>
          Show all events
        </Link>
      }
      title="No event matches."
    >
      Remove or widen a filter.
    </EmptyList>
  );
}

/** The page while the list loads. */
export function EventsLoading() {
  return (
    <ListPage {...page} filter={<FilterPlaceholder />}>
      <SkeletonTable className={styles.table} columns={columns} label="events" />
    </ListPage>
  );
}

function EventRow({ event }: { readonly event: Event }) {
  const mode = useMode();
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
        {isSample ? 'Test event' : <code title={objectId}>{shortId(objectId)}</code>}
      </td>
      <td className={styles.number}>{event.sequence > 0 && event.sequence}</td>
      <td className={cells.when}>
        <Timestamp at={event.created_at} />
      </td>
    </TableRow>
  );
}
