'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { readOption } from '#addresses/search-params.ts';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { useSearchParam } from '#lists/use-search-param.ts';
import { ChangeItem, getChangeTone } from './change-item.tsx';
import { getProviderEventTone, ProviderEventItem } from './provider-event-item.tsx';
import { getRequestTone, RequestItem } from './request-item.tsx';
import type { SessionTimeline } from './session-timeline.ts';
import styles from './timeline.module.css';
import {
  findTruncatedLists,
  isShown,
  mergeTimeline,
  type TimelineItem,
  timelineFilters,
} from './timeline-items.ts';
import { getWebhookTone, WebhookItem } from './webhook-item.tsx';

/** What happened to a session, oldest first, of one kind or of all. */
export function Timeline({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionTimeline');
  const [param, setParam] = useSearchParam('timeline');
  const chosen = readOption(param ?? undefined, timelineFilters) ?? 'highlights';
  const items = mergeTimeline(timeline);
  const shown = items.filter((item) => isShown(item, chosen));
  return (
    <Section title={t('title')}>
      <fieldset aria-label={t('label')} className={styles.kinds}>
        {timelineFilters.map((filter) => (
          <button
            aria-pressed={chosen === filter}
            className={styles.kind}
            key={filter}
            onClick={() => setParam(filter === 'highlights' ? null : filter)}
            type="button"
          >
            {t(`kind.${filter}`)}{' '}
            <span className="muted">{items.filter((item) => isShown(item, filter)).length}</span>
          </button>
        ))}
      </fieldset>
      {findTruncatedLists(timeline, chosen).map((list) => (
        <p className={`muted ${styles.truncated}`} key={list}>
          {t(`truncated.${list}`, { count: timeline[list].length })}
        </p>
      ))}
      {shown.length === 0 && <p className="muted">{t('none')}</p>}
      <ol className={styles.timeline}>
        {shown.map((item) => (
          <li className={styles.entry} data-kind={item.kind} key={item.key}>
            <span className={`${details.at} ${styles.at}`}>
              <Timestamp at={item.at} form="clock" />
            </span>
            <span className={styles.icon}>
              <ToneIcon tone={getTone(item)} />
            </span>
            <Item item={item} timeline={timeline} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function getTone(item: TimelineItem) {
  switch (item.kind) {
    case 'change':
      return getChangeTone(item.entry);
    case 'request':
      return getRequestTone(item.request);
    case 'provider':
      return getProviderEventTone(item.event);
    case 'webhook':
      return getWebhookTone(item.event);
  }
}

interface ItemProps {
  readonly item: TimelineItem;
  readonly timeline: SessionTimeline;
}

function Item({ item, timeline }: ItemProps) {
  switch (item.kind) {
    case 'change':
      return (
        <ChangeItem
          attempts={timeline.attempts}
          entry={item.entry}
          isRequestLogged={timeline.requests.some(({ id }) => id === item.entry.request_id)}
        />
      );
    case 'request':
      return <RequestItem request={item.request} />;
    case 'provider':
      return <ProviderEventItem event={item.event} />;
    case 'webhook':
      return <WebhookItem event={item.event} />;
  }
}
