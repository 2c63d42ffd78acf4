'use client';

import { Timestamp } from '@parley/ui/components';
import { providerEventStatusLabels } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import { ActionForm, Announcer } from '#forms/action-form.tsx';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import { sessionHref } from '#sessions/search-params.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { formatNote } from './format-note.ts';
import styles from './provider-event-list.module.css';
import {
  type ProviderEventListView,
  providerEventListInput,
  providerEventStatuses,
  providerEventsHref,
} from './search-params.ts';

type ProviderEvent = Outputs['providerEvents']['list']['data'][number];

const page = {
  title: 'Provider events',
  lead: 'Events from the provider that Parley could not apply. All others are applied automatically.',
};

const empty = {
  failed: {
    title: 'No event needs attention.',
    text: 'An event appears here when Parley has tried to apply it ten times without success.',
  },
  parked: {
    title: 'No event is parked.',
    text: 'An event appears here while it matches no object of yours. Parley retries it when a provider object is attached.',
  },
};

/** The events of the provider that could not be applied, newest first. */
export function ProviderEventList({ view }: { readonly view: ProviderEventListView }) {
  const mode = useMode();
  const canRetry = usePermission('integrate');
  const { status, event: eventId } = view;
  const [events] = trpc.providerEvents.list.useSuspenseQuery(providerEventListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <ListPage {...page} filter={<StatusFilter status={status} />}>
      <Announcer key={status}>
        {events.data.length > 0 ? (
          <>
            <p className="muted">{providerEventStatusLabels[status].explanation}</p>
            <ol className={styles.events}>
              {events.data.map((event) => (
                <EventItem canRetry={canRetry} event={event} key={event.id} />
              ))}
            </ol>
          </>
        ) : eventId === undefined ? (
          <EmptyList title={empty[status].title}>{empty[status].text}</EmptyList>
        ) : (
          <EmptyList title={`The event ${eventId} is not ${status}.`}>
            Its status has changed, or it was deleted.
          </EmptyList>
        )}
        {eventId !== undefined && (
          <p>
            <Link href={providerEventsHref(mode, { status })}>View all {status} events</Link>
          </p>
        )}
      </Announcer>
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => providerEventsHref(mode, { status, event: eventId, older })}
        nextCursor={events.next_cursor}
      />
    </ListPage>
  );
}

/** The page while the list loads. */
export function ProviderEventsLoading() {
  return (
    <ListPage {...page} filter={null}>
      <p className="muted" role="status">
        Loading events…
      </p>
    </ListPage>
  );
}

function StatusFilter({ status }: Pick<ProviderEventListView, 'status'>) {
  const mode = useMode();
  return (
    <Filter
      label="Filter by status"
      options={providerEventStatuses.map((option) => ({
        label: providerEventStatusLabels[option].label,
        href: providerEventsHref(mode, { status: option }),
        selected: option === status,
      }))}
    />
  );
}

interface EventItemProps {
  readonly event: ProviderEvent;
  readonly canRetry: boolean;
}

function EventItem({ event, canRetry }: EventItemProps) {
  const mode = useMode();
  const { sentence, code } = formatNote(event.note);
  return (
    <li className={styles.event}>
      <div className={styles.description}>
        <p className={styles.type}>
          <code>{event.type}</code> about <CopyId id={event.object_id} label="object id" />
        </p>
        <p>
          {sentence} {code && <code className="muted">{code}</code>}
        </p>
        <p className={`small ${styles.facts}`}>
          <span>
            Received <Timestamp at={event.received_at} />,{' '}
            {event.attempts === 1 ? 'tried once' : `tried ${event.attempts} times`}
          </span>
          <CopyId id={event.id} label="provider event id" />
          {event.proxy_session_id && (
            <Link href={sessionHref(mode, event.proxy_session_id)}>View session</Link>
          )}
        </p>
      </div>
      {canRetry && <RetryEvent id={event.id} />}
    </li>
  );
}

function RetryEvent({ id }: { readonly id: string }) {
  const { mutateAsync } = trpc.providerEvents.retry.useMutation();

  async function retry() {
    await mutateAsync({ id });
    return { message: `${id} was queued again. If it fails again, it reappears here.` };
  }

  return <ActionForm action={retry} submit="Retry" />;
}
