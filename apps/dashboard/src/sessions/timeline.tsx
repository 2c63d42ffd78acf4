'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { ChangeItem, changeTone } from './change-item.tsx';
import { ProviderEventItem, providerEventTone } from './provider-event-item.tsx';
import { RequestItem, requestTone } from './request-item.tsx';
import type { SessionTimeline } from './session-timeline.ts';
import styles from './timeline.module.css';
import { type ItemKind, isNews, mergeTimeline, type TimelineItem } from './timeline-items.ts';
import { WebhookItem, webhookTone } from './webhook-item.tsx';

const kinds = ['all', 'change', 'request', 'provider', 'webhook'] as const;

/** What happened to a session, oldest first, of one kind or of all. */
export function Timeline({ timeline }: { readonly timeline: SessionTimeline }) {
  const t = useTranslations('sessionTimeline');
  const [shown, setShown] = useState<ItemKind | null>(null);
  const items = mergeTimeline(timeline);
  const ofKind = (kind: ItemKind | null) =>
    items.filter((item) => (kind === null ? isNews(item) : item.kind === kind));
  return (
    <Section title={t('title')}>
      <fieldset aria-label={t('label')} className={styles.kinds}>
        {kinds.map((name) => {
          const kind = name === 'all' ? null : name;
          return (
            <button
              aria-pressed={shown === kind}
              className={styles.kind}
              key={name}
              onClick={() => setShown(kind)}
              type="button"
            >
              {t(`kind.${name}`)} <span className="muted">{ofKind(kind).length}</span>
            </button>
          );
        })}
      </fieldset>
      {ofKind(shown).length === 0 && <p className="muted">{t('none')}</p>}
      <ol className={styles.timeline}>
        {ofKind(shown).map((item) => (
          <li className={styles.entry} data-kind={item.kind} key={item.key}>
            <span className={`${details.at} ${styles.at}`}>
              <Timestamp at={item.at} form="clock" />
            </span>
            <span className={styles.icon}>
              <ToneIcon tone={toneOf(item)} />
            </span>
            <Item item={item} timeline={timeline} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function toneOf(item: TimelineItem) {
  switch (item.kind) {
    case 'change':
      return changeTone(item.entry);
    case 'request':
      return requestTone(item.request);
    case 'provider':
      return providerEventTone(item.event);
    case 'webhook':
      return webhookTone(item.delivery);
  }
}

interface ItemProps {
  readonly item: TimelineItem;
  readonly timeline: SessionTimeline;
}

function Item({ item, timeline }: ItemProps) {
  switch (item.kind) {
    case 'change':
      return <ChangeItem attempts={timeline.attempts} entry={item.entry} />;
    case 'request':
      return <RequestItem request={item.request} />;
    case 'provider':
      return <ProviderEventItem event={item.event} />;
    case 'webhook':
      return <WebhookItem delivery={item.delivery} event={item.event} />;
  }
}
