'use client';

import { Timestamp } from '@parley/ui/components';
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
import { Link } from '#components/link.tsx';
import { formatNote } from '#format/format-note.ts';
import { ActionForm, Announcer } from '#forms/action-form.tsx';
import { type CardDeclaration, CardList, CardListSkeleton } from '#lists/card-list.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './provider-event-list.module.css';

type ProviderEvent = Outputs['providerEvents']['list']['data'][number];

/** The events of the provider that could not be applied, newest first. */
function useProviderEventList(
  status: (typeof providerEventStatuses)[number],
  eventId?: string,
): CardDeclaration<ProviderEvent, ProviderEventListView> {
  const t = useTranslations('providerEvents');
  const labels = useStatusLabels();
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.loading'),
    className: styles.events,
    getKey: ({ id }) => id,
    getHref: providerEventsHref,
    filters: {
      tabs: {
        name: 'status',
        label: t('list.filter'),
        options: providerEventStatuses.map((value) => ({
          value,
          label: labels.providerEvent(value).label,
        })),
      },
    },
    item: (event) => <EventItem event={event} />,
    skeletonCards: 3,
    empty: () =>
      eventId === undefined
        ? { title: t(`emptyTitle.${status}`), text: t(`empty.${status}`) }
        : { title: t(`otherStatus.${status}`, { id: eventId }), text: t('otherStatus.text') },
  };
}

export function ProviderEventList({ view }: { readonly view: ProviderEventListView }) {
  const t = useTranslations('providerEvents');
  const labels = useStatusLabels();
  const { status = 'failed', event: eventId, older } = view;
  const [page] = trpc.providerEvents.list.useSuspenseQuery(providerEventListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <CardList
      frame={(rows) => (
        <Announcer key={status}>
          {page.data.length > 0 && (
            <p className="muted">{labels.providerEvent(status).explanation}</p>
          )}
          {rows}
          {eventId !== undefined && (
            <p>
              <Link href={providerEventsHref({ status })}>{t(`viewAll.${status}`)}</Link>
            </p>
          )}
        </Announcer>
      )}
      list={useProviderEventList(status, eventId)}
      page={page}
      // The links to the other events leave out the selected one.
      view={{ status, older }}
    />
  );
}

/** The page while the list loads. */
export function ProviderEventsLoading() {
  return <CardListSkeleton list={useProviderEventList('failed')} />;
}

function EventItem({ event }: { readonly event: ProviderEvent }) {
  const canRetry = usePermission('integrate');
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
            <Link href={sessionHref(event.proxy_session_id)}>{t('item.viewSession')}</Link>
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

  return (
    <ActionForm
      mutate={() => mutateAsync({ id })}
      done={t('item.retried', { id })}
      submit={t('item.retry')}
    />
  );
}
