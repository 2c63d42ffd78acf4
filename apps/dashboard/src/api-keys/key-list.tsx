'use client';

import { rolesWith } from '@parley/domain';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { type KeyListView, keyListInput, keysHref, newKeyHref } from '#addresses/api-keys.ts';
import { requestsHref } from '#addresses/requests.ts';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { unseen } from '#components/unseen.tsx';
import { Announcer } from '#forms/action-form.tsx';
import { NewSecret } from '#forms/new-secret.tsx';
import cells from '#lists/table.module.css';
import type { Column } from '#lists/table.tsx';
import { type TableDeclaration, TableList, TableListSkeleton } from '#lists/table-list.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { formatActor } from '#person/format-actor.ts';
import { useMode, usePeople, usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { type ApiKey, KeyActions } from './key-actions.tsx';
import styles from './key-list.module.css';

/**
 * The API keys of the merchant in the mode of the person.
 * @param actions the column with the actions, if the person may perform them
 */
function useKeyList(
  show: KeyListView['show'],
  actions?: Column<ApiKey>['cell'],
): TableDeclaration<ApiKey, KeyListView> {
  const t = useTranslations('apiKeys');
  const common = useTranslations('common');
  const labels = useStatusLabels();
  const people = usePeople();
  const canManage = usePermission('manage_keys');
  // The label names the time where the head of the table is not visible.
  const when = (label: string, at: string | null) => (
    <>
      <span className={styles.label}>{label} </span>
      {at === null ? t('key.never') : <Timestamp at={at} />}
    </>
  );
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.title'),
    caption: t(show ? 'list.endedCaption' : 'list.activeCaption'),
    className: styles.table,
    getKey: ({ id }) => id,
    getHref: keysHref,
    create: canManage && { label: t('create.submit'), href: newKeyHref },
    filters: {
      tabs: {
        name: 'show',
        label: t('list.filter'),
        options: [{ label: t('list.active') }, { value: 'ended', label: t('list.ended') }],
      },
    },
    columns: [
      {
        heading: t('column.status'),
        className: `${cells.status} ${styles.status}`,
        cell: (key) => <StatusBadge status={labels.apiKey(key)} />,
      },
      {
        heading: t('column.key'),
        className: cells.title,
        isRowHeading: true,
        cell: (key) => <KeyName apiKey={key} />,
      },
      {
        heading: t('column.created'),
        className: `${styles.when} ${styles.created}`,
        cell: ({ created_at, created_by: creator }) => (
          <>
            {when(t('column.created'), created_at)}
            {creator && (
              <span className={styles.creator}>
                {' '}
                {formatActor(common, creator.kind, creator.id, people)}
              </span>
            )}
          </>
        ),
      },
      {
        heading: t('column.lastUsed'),
        className: styles.when,
        cell: ({ last_used_at }) => when(t('column.lastUsed'), last_used_at),
      },
      {
        heading: t(show ? 'column.ended' : 'column.expires'),
        className: styles.when,
        cell: ({ status, revoked_at, expires_at }) =>
          when(
            t(status === 'active' ? 'column.expires' : 'column.ended'),
            revoked_at ?? expires_at,
          ),
      },
      ...(actions
        ? [{ heading: t('column.actions'), className: styles.actions, cell: actions }]
        : []),
    ],
    empty: (isEnded) =>
      isEnded
        ? { title: t('list.emptyEnded') }
        : { title: t('list.empty'), text: t('list.emptyExplanation') },
  };
}

export function KeyList({ view }: { readonly view: KeyListView }) {
  const t = useTranslations('apiKeys');
  const canManage = usePermission('manage_keys');
  const mode = useMode();
  const { show, older } = view;
  const [page] = trpc.apiKeys.list.useSuspenseQuery(keyListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  /** The value of the successor of a key that was just rolled. */
  const [value, setValue] = useState<string | null>(null);
  const table = useRef<HTMLDivElement>(null);
  const mayDevelopersManage = rolesWith('manage_keys', mode).includes('developer');

  function hideValue() {
    setValue(null);
    table.current?.focus();
  }

  const actions = (key: ApiKey) => (
    <KeyActions apiKey={key} isLastSecret={isLastSecretKey(key, page.data)} onRolled={setValue} />
  );
  return (
    <TableList
      frame={(rows) => (
        <>
          {!canManage && (
            <p className="muted">
              {t(mayDevelopersManage ? 'readOnly.developers' : 'readOnly.admins')}
            </p>
          )}
          {value !== null && (
            <div className={`card ${styles.newKey}`}>
              <NewSecret noun="key" onHide={hideValue} value={value} />
            </div>
          )}
          <Announcer key={show}>
            {page.data.length > 0 ? (
              <div className={styles.list} ref={table} tabIndex={-1}>
                {rows}
              </div>
            ) : (
              rows
            )}
          </Announcer>
        </>
      )}
      list={useKeyList(show, canManage && show === undefined ? actions : undefined)}
      page={page}
      view={{ show, older }}
    />
  );
}

/** The page while the list loads. */
export function KeysLoading() {
  return <TableListSkeleton list={useKeyList(undefined)} />;
}

/** Whether no other secret key will work once this one is revoked and overlaps have ended. */
function isLastSecretKey(key: ApiKey, active: readonly ApiKey[]): boolean {
  const lasting = active.filter(({ kind, replaced_by }) => kind === 'secret' && !replaced_by);
  return key.kind === 'secret' && lasting.every(({ id }) => id === key.id);
}

/** The name of a key, what it may do, and a link to its requests. */
function KeyName({ apiKey }: { readonly apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  const { id, name } = apiKey;
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        <KeyValue apiKey={apiKey} />
        <Scopes apiKey={apiKey} />
        <Link className="min-target" href={requestsHref({ search: id })} prefetch={false}>
          {t.rich('key.requests', { name, unseen })}
        </Link>
      </span>
    </>
  );
}

/** A publishable key, which can be copied, or the last characters of a secret key. */
function KeyValue({ apiKey }: { readonly apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  const mode = useMode();
  if (apiKey.public_value !== null)
    return <CopyId id={apiKey.public_value} label={t('key.idLabel')} />;
  return <code>{`sk_${mode}_…${apiKey.last_four}`}</code>;
}

/** What a secret key may do. */
function Scopes({ apiKey: { kind, scopes } }: { readonly apiKey: ApiKey }) {
  const t = useTranslations('apiKeys');
  if (kind === 'publishable') return <span>{t('create.publishable')}</span>;
  if (scopes === null) return <span>{t('key.allScopes')}</span>;
  return (
    <details>
      <summary>{t('key.scopes', { count: scopes.length })}</summary>
      <code className={styles.scopes}>{scopes.join(' ')}</code>
    </details>
  );
}
