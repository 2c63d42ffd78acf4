'use client';

import { Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import {
  type ProviderEventListView,
  providerEventListInput,
  providerEventStatuses,
  providerEventsHref,
} from '#addresses/provider-events.ts';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { formatNote } from '#format/format-note.ts';
import { ActionForm, Announcer } from '#forms/action-form.tsx';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode, usePermission } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './provider-event-list.module.css';

type ProviderEvent = Outputs['providerEvents']['list']['data'][number];

const headOf = (t: Translator<'providerEvents'>) => ({
  title: t('list.title'),
  lead: t('list.lead'),
});

/** The events of the provider that could not be applied, newest first. */
export function ProviderEventList({ view }: { readonly view: ProviderEventListView }) {
  const mode = useMode();
  const t = useTranslations('providerEvents');
  const labels = useStatusLabels();
  const canRetry = usePermission('integrate');
  const { status, event: eventId } = view;
  const [events] = trpc.providerEvents.list.useSuspenseQuery(providerEventListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <ListPage {...headOf(t)} filter={<StatusFilter status={status} />}>
      <Announcer key={status}>
        {events.data.length > 0 ? (
          <>
            <p className="muted">{labels.providerEvent(status).explanation}</p>
            <ol className={styles.events}>
              {events.data.map((event) => (
                <EventItem canRetry={canRetry} event={event} key={event.id} />
              ))}
            </ol>
          </>
        ) : eventId === undefined ? (
          <EmptyList title={t(`emptyTitle.${status}`)}>{t(`empty.${status}`)}</EmptyList>
        ) : (
          <EmptyList title={t(`otherStatus.${status}`, { id: eventId })}>
            {t('otherStatus.text')}
          </EmptyList>
        )}
        {eventId !== undefined && (
          <p>
            <Link href={providerEventsHref(mode, { status })}>{t(`viewAll.${status}`)}</Link>
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
  const t = useTranslations('providerEvents');
  return (
    <ListPage {...headOf(t)} filter={null}>
      <SkeletonCards count={3} label={t('list.loading')} />
    </ListPage>
  );
}

function StatusFilter({ status }: Pick<ProviderEventListView, 'status'>) {
  const mode = useMode();
  const t = useTranslations('providerEvents');
  const labels = useStatusLabels();
  return (
    <Filter
      label={t('list.filter')}
      options={providerEventStatuses.map((option) => ({
        label: labels.providerEvent(option).label,
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
  const t = useTranslations('providerEvents');
  const { sentence, code } = formatNote(t, event.note);
  return (
    <li className={styles.event}>
      <div className={styles.description}>
        <p className={styles.type}>
          {t.rich('item.about', {
            type: () => <code>{event.type}</code>,
            object: () => <CopyId id={event.object_id} label={t('item.objectId')} />,
          })}
        </p>
        <p>
          {sentence} {code && <code className="muted">{code}</code>}
        </p>
        <p className={`small ${styles.facts}`}>
          <span>
            {t.rich('item.received', {
              at: () => <Timestamp at={event.received_at} />,
              attempts: event.attempts,
            })}
          </span>
          <CopyId id={event.id} label={t('item.eventId')} />
          {event.proxy_session_id && (
            <Link href={sessionHref(mode, event.proxy_session_id)}>{t('item.viewSession')}</Link>
          )}
        </p>
      </div>
      {canRetry && <RetryEvent id={event.id} />}
    </li>
  );
}

function RetryEvent({ id }: { readonly id: string }) {
  const t = useTranslations('providerEvents');
  const { mutateAsync } = trpc.providerEvents.retry.useMutation();

  async function retry() {
    await mutateAsync({ id });
    return { message: t('item.retried', { id }) };
  }

  return <ActionForm action={retry} submit={t('item.retry')} />;
}
