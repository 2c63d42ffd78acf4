'use client';

import type { Mode } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { keysHref } from '#addresses/api-keys.ts';
import { type AuditLogView, auditLogHref, exportHref, filtersOf } from '#addresses/audit-log.ts';
import { configsHref } from '#addresses/provider-configs.ts';
import { requestsHref } from '#addresses/requests.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { endpointHref } from '#addresses/webhook-endpoints.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Actions } from '#details/detail-page.tsx';
import { type AuditEntry, formatAuditEntry } from '#format/format-audit-entry.ts';
import { ExportLink } from '#lists/export-link.tsx';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import type { ListProps } from '#lists/list-props.ts';
import { SkeletonCards } from '#lists/skeleton-cards.tsx';
import { formatActor } from '#person/format-actor.ts';
import { useMode, usePeople } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-log.module.css';
import type { auditLogInput } from './audit-log-input.ts';

type AuditLogProps = ListProps<AuditLogView, ReturnType<typeof auditLogInput>>;

/** The audit log of the merchant, newest first. */
export function AuditLog({ view, input }: AuditLogProps) {
  const t = useTranslations('audit');
  const mode = useMode();
  const [{ data, next_cursor }] = trpc.auditEntries.list.useSuspenseQuery(input);
  const filters = filtersOf(view);
  return (
    <ListPage
      action={
        data.length > 0 && (
          <Actions>
            <ExportLink href={exportHref(mode, filters)} />
          </Actions>
        )
      }
      filter={<AuditFilters filters={filters} />}
      lead={t('list.lead')}
      title={t('list.title')}
    >
      {data.length > 0 ? (
        <ol className={styles.entries}>
          {data.map((entry) => (
            <Entry entry={entry} key={entry.id} />
          ))}
        </ol>
      ) : (
        <EmptyAuditLog
          hasFilters={Object.values(filters).some(Boolean)}
          isContinued={next_cursor !== null}
        />
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => auditLogHref(mode, { ...filters, older })}
        nextCursor={next_cursor}
      />
    </ListPage>
  );
}

interface EmptyAuditLogProps {
  readonly hasFilters: boolean;
  /** Whether the next page may have entries. */
  readonly isContinued: boolean;
}

function EmptyAuditLog({ hasFilters, isContinued }: EmptyAuditLogProps) {
  const t = useTranslations('audit');
  const mode = useMode();
  if (!hasFilters) return <EmptyList title={t('empty.title')} />;
  return (
    <EmptyList
      action={
        <Link className="button" href={auditLogHref(mode)}>
          {t('empty.showAll')}
        </Link>
      }
      title={t(isContinued ? 'empty.noMatchOnPage' : 'empty.noMatch')}
    >
      {t(isContinued ? 'empty.noMatchOnPageAction' : 'empty.noMatchAction')}
    </EmptyList>
  );
}

/** The page while the log loads. */
export function AuditLogLoading() {
  const t = useTranslations('audit');
  return (
    <ListPage filter={null} lead={t('list.lead')} title={t('list.title')}>
      <SkeletonCards count={5} label={t('list.loading')} />
    </ListPage>
  );
}

/** Events of an account that anyone could have caused. */
const anonymousActions = ['user.sign_in_failed', 'user.password_reset_requested'];

/** The page of an object; null for an object without one. */
function hrefOf(mode: Mode, { type, id }: AuditEntry['object']): Route | null {
  if (type === 'webhook_endpoint') return endpointHref(mode, id);
  if (type === 'api_key') return keysHref(mode, { key: id });
  if (type === 'provider_config') return configsHref(mode);
  if (type === 'attention_item' && id.startsWith('psess_')) return sessionHref(mode, id);
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
  const mode = useMode();
  const objectHref = hrefOf(mode, object);
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
            <Link href={requestsHref(mode, { search: actor.id })} prefetch={false}>
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
