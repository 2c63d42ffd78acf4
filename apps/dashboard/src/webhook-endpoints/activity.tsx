'use client';

import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { type EndpointView, endpointHref } from '#addresses/webhook-endpoints.ts';
import { Section } from '#details/detail-page.tsx';
import { type AuditEntry, formatAuditEntry } from '#format/format-audit-entry.ts';
import { CursorPagination } from '#lists/list-page.tsx';
import { formatActor } from '#person/format-actor.ts';
import { usePeople } from '#person/person-context.tsx';
import styles from './endpoint-page.module.css';
import type { ActivityPage } from './endpoint-types.ts';

interface ActivityProps {
  readonly endpointId: string;
  readonly view: EndpointView;
  readonly page: ActivityPage;
}

/** The changes to an endpoint and their actors, newest first. */
export function Activity({ endpointId, view, page }: ActivityProps) {
  const t = useTranslations('webhookEndpoints');
  return (
    <Section title={t('activity.title')}>
      <ol className={styles.entries}>
        {page.data.map((entry) => (
          <Entry entry={entry} key={entry.id} />
        ))}
      </ol>
      <CursorPagination
        hasCursor={view.activity !== undefined}
        getHref={(activity) => endpointHref(endpointId, { ...view, activity })}
        label={t('activity.pages')}
        nextCursor={page.next_cursor}
      />
    </Section>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const common = useTranslations('common');
  const people = usePeople();
  const t = useTranslations('audit');
  const { sentence, details } = formatAuditEntry(t, entry);
  const { kind, id } = entry.actor;
  return (
    <li className={styles.entry} title={entry.request_id ?? undefined}>
      <span className={`${details.at} ${styles.at}`}>
        <Timestamp at={entry.created_at} form="clock" />
      </span>
      <div>
        <p>
          {sentence} <span className="small">{formatActor(common, kind, id, people)}</span>
        </p>
        {details.map((detail) => (
          <p className={styles.detail} key={detail}>
            {detail}
          </p>
        ))}
      </div>
    </li>
  );
}
