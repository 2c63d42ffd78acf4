'use client';

import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { keysHref } from '#addresses/api-keys.ts';
import {
  type AuditLogView,
  auditLogHref,
  type auditLogInput,
  exportHref,
  readAuditLogView,
} from '#addresses/audit-log.ts';
import { eventHref } from '#addresses/events.ts';
import type { ModeRoute } from '#addresses/mode-route.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { requestsHref } from '#addresses/requests.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { endpointHref } from '#addresses/webhook-endpoints.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { Actions } from '#details/detail-page.tsx';
import { type AuditEntry, formatAuditEntry } from '#format/format-audit-entry.ts';
import { type CardDeclaration, CardList, CardListSkeleton } from '#lists/card-list.tsx';
import { ExportLink } from '#lists/export-link.tsx';
import { dayFields } from '#lists/filter-bar.tsx';
import { filterForm } from '#lists/filter-form.tsx';
import type { ListProps } from '#lists/list.tsx';
import { formatActor } from '#person/format-actor.ts';
import { usePeople } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './audit-log.module.css';

/** What the entries of the log are about, in the order of the pages that change it. */
const subjects = [
  'webhook_endpoint',
  'event',
  'provider_event',
  'attention_item',
  'provider_config',
  'api_key',
  'member',
  'invitation',
  'user',
  'merchant',
] as const;

/** The audit log of the merchant, newest first. */
function useAuditLog({ by }: AuditLogView): CardDeclaration<AuditEntry, AuditLogView> {
  const t = useTranslations('audit');
  const { names } = usePeople();
  const people = [...names].map(([value, label]) => ({ value, label }));
  // Someone who left the team, or an API key.
  const isNamed = by === undefined || names.has(by);
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.loading'),
    className: styles.entries,
    getKey: ({ id }) => id,
    getHref: auditLogHref,
    filters: {
      form: filterForm({
        readView: readAuditLogView,
        search: { label: t('filter.search'), placeholder: t('filter.searchPlaceholder') },
        fields: [
          {
            name: 'about',
            label: t('filter.about'),
            none: t('filter.anything'),
            options: subjects.map((value) => ({ value, label: t(`subject.${value}`) })),
          },
          {
            name: 'by',
            label: t('filter.by'),
            none: t('filter.anyone'),
            options: isNamed ? people : [...people, { value: by, label: by }],
          },
          ...dayFields(t('filter.from'), t('filter.to')),
        ],
      }),
    },
    item: (entry) => <Entry entry={entry} />,
    skeletonCards: 5,
    empty(isFiltered, isContinued) {
      if (!isFiltered) return { title: t('empty.title') };
      const showAll = t('empty.showAll');
      return isContinued
        ? { title: t('empty.noMatchOnPage'), text: t('empty.noMatchOnPageAction'), showAll }
        : { title: t('empty.noMatch'), text: t('empty.noMatchAction'), showAll };
    },
  };
}

export function AuditLog({ view, input }: ListProps<typeof auditLogInput>) {
  const [page] = trpc.auditEntries.list.useSuspenseQuery(input);
  return (
    <CardList
      action={
        page.data.length > 0 && (
          <Actions>
            <ExportLink href={exportHref(view)} />
          </Actions>
        )
      }
      list={useAuditLog(view)}
      page={page}
      view={view}
    />
  );
}

/** The page while the log loads. */
export function AuditLogLoading() {
  return <CardListSkeleton filter={null} list={useAuditLog({})} />;
}

/** Events of an account that anyone could have caused. */
const anonymousActions = ['user.sign_in_failed', 'user.password_reset_requested'];

/** The page of an object; null for an object without one. */
function getHref({ type, id }: AuditEntry['object']): ModeRoute | null {
  if (type === 'webhook_endpoint') return endpointHref(id);
  if (type === 'event') return eventHref(id);
  if (type === 'api_key') return keysHref({ key: id });
  if (type === 'provider_config') return configsHref();
  if (type === 'attention_item' && id.startsWith('psess_')) return sessionHref(id);
  return null;
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const t = useTranslations('audit');
  const common = useTranslations('common');
  const people = usePeople();
  const { action, actor, object, address, request_id, created_at } = entry;
  const { sentence, details } = formatAuditEntry(t, entry);
  const who = anonymousActions.includes(action)
    ? t('list.someone')
    : formatActor(common, actor.kind, actor.id, people);
  const objectHref = getHref(object);
  const isPerson = ['user', 'member', 'invitation'].includes(object.type);
  return (
    <li className={styles.entry}>
      <p className={`small ${styles.at}`}>
        <Timestamp at={created_at} />
      </p>
      <div className={styles.what}>
        <p>{sentence}</p>
        {details.map((detail) => (
          <p className="muted" key={detail}>
            {detail}
          </p>
        ))}
        <p className={`small ${styles.facts}`}>
          <span>{address ? t('list.actorAndAddress', { actor: who, address }) : who}</span>
          {actor.kind === 'api_key' && actor.id !== null && (
            <Link href={requestsHref({ search: actor.id })} prefetch={false}>
              {t('list.requestsOfKey')}
            </Link>
          )}
          {!isPerson && <CopyId id={object.id} label={t('list.objectId')} />}
          {objectHref && (
            <Link href={objectHref} prefetch={false}>
              {t('list.viewObject')}
            </Link>
          )}
          {request_id && <CopyId id={request_id} label={t('list.requestId')} />}
        </p>
      </div>
    </li>
  );
}
