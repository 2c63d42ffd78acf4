'use client';

import { rolesWith } from '@parley/router/permissions';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { type KeyListView, keyListInput, keysHref, newKeyHref } from '#addresses/api-keys.ts';
import { requestsHref } from '#addresses/requests.ts';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { CopyId } from '#components/copy-id.tsx';
import { unseen } from '#components/unseen.tsx';
import { Announcer } from '#forms/action-form.tsx';
import { NewSecret } from '#forms/new-secret.tsx';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import { type Columns, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { formatActor } from '#person/format-actor.ts';
import { useMode, usePeople, usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { type ApiKey, KeyActions } from './key-actions.tsx';
import styles from './key-list.module.css';

/** The columns of a list whose keys end in the last one. */
const columnsOf = (t: Translator<'apiKeys'>, end: 'expires' | 'ended'): Columns => [
  [t('column.status'), `${cells.status} ${styles.status}`],
  [t('column.key'), cells.title],
  [t('column.created'), `${styles.when} ${styles.created}`],
  [t('column.lastUsed'), styles.when],
  [t(`column.${end}`), styles.when],
];

/** The API keys of the merchant in the mode of the person. */
export function KeyList({ view }: { readonly view: KeyListView }) {
  const t = useTranslations('apiKeys');
  const canManage = usePermission('manage_keys');
  const mode = useMode();
  const { show } = view;
  const [keys] = trpc.apiKeys.list.useSuspenseQuery(keyListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  /** The value of the successor of a key that was just rolled. */
  const [value, setValue] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const mayDevelopersManage = rolesWith('manage_keys', mode).includes('developer');
  const hasActions = canManage && show === undefined;

  function hideValue() {
    setValue(null);
    list.current?.focus();
  }

  return (
    <ListPage
      action={canManage && <CreateKey />}
      filter={<StateFilter show={show} />}
      lead={t('list.lead')}
      title={t('list.title')}
    >
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
        {keys.data.length > 0 ? (
          <div className={styles.list} ref={list} tabIndex={-1}>
            <Table
              caption={t(show ? 'list.endedCaption' : 'list.activeCaption')}
              className={styles.table}
              columns={[
                ...columnsOf(t, show ?? 'expires'),
                ...(hasActions ? [[t('column.actions'), styles.actions] as const] : []),
              ]}
            >
              {keys.data.map((key) => (
                <KeyRow apiKey={key} key={key.id}>
                  {hasActions && (
                    <td className={styles.actions}>
                      <KeyActions
                        apiKey={key}
                        isLastSecret={isLastSecretKey(key, keys.data)}
                        onRolled={setValue}
                      />
                    </td>
                  )}
                </KeyRow>
              ))}
            </Table>
          </div>
        ) : (
          <EmptyKeyList show={show} />
        )}
      </Announcer>
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => keysHref(mode, { show, older })}
        nextCursor={keys.next_cursor}
      />
    </ListPage>
  );
}

/** The page while the list loads. */
export function KeysLoading() {
  const t = useTranslations('apiKeys');
  return (
    <ListPage filter={null} lead={t('list.lead')} title={t('list.title')}>
      <SkeletonTable
        className={styles.table}
        columns={columnsOf(t, 'expires')}
        label={t('list.title')}
      />
    </ListPage>
  );
}

/** Whether no other secret key will work once this one is revoked and overlaps have ended. */
function isLastSecretKey(key: ApiKey, active: readonly ApiKey[]): boolean {
  const lasting = active.filter(({ kind, replaced_by }) => kind === 'secret' && !replaced_by);
  return key.kind === 'secret' && lasting.every(({ id }) => id === key.id);
}

function CreateKey() {
  const t = useTranslations('apiKeys');
  const mode = useMode();
  return (
    <Link className="button" data-kind="primary" href={newKeyHref(mode)}>
      {t('create.submit')}
    </Link>
  );
}

function EmptyKeyList({ show }: Pick<KeyListView, 'show'>) {
  const t = useTranslations('apiKeys');
  if (show) return <EmptyList title={t('list.emptyEnded')} />;
  return <EmptyList title={t('list.empty')}>{t('list.emptyExplanation')}</EmptyList>;
}

function StateFilter({ show }: Pick<KeyListView, 'show'>) {
  const t = useTranslations('apiKeys');
  const mode = useMode();
  return (
    <Filter
      label={t('list.filter')}
      options={[
        { label: t('list.active'), href: keysHref(mode), selected: show === undefined },
        {
          label: t('list.ended'),
          href: keysHref(mode, { show: 'ended' }),
          selected: show !== undefined,
        },
      ]}
    />
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  /** The cell with the actions. */
  readonly children: ReactNode;
}

function KeyRow({ apiKey, children }: KeyRowProps) {
  const t = useTranslations('apiKeys');
  const { name, created_by: creator, created_at, last_used_at, revoked_at, expires_at } = apiKey;
  const common = useTranslations('common');
  const mode = useMode();
  const people = usePeople();
  const labels = useStatusLabels();
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={labels.apiKey(apiKey)} />
      </td>
      <th className={cells.title} scope="row">
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          <KeyValue apiKey={apiKey} />
          <Scopes apiKey={apiKey} />
          <Link
            className="min-target"
            href={requestsHref(mode, { search: apiKey.id })}
            prefetch={false}
          >
            {t.rich('key.requests', { name, unseen })}
          </Link>
        </span>
      </th>
      <When at={created_at} className={styles.created} label={t('column.created')}>
        {creator && (
          <span className={styles.creator}>
            {' '}
            {formatActor(common, creator.kind, creator.id, people)}
          </span>
        )}
      </When>
      <When at={last_used_at} label={t('column.lastUsed')} />
      <When
        at={revoked_at ?? expires_at}
        label={t(apiKey.status === 'active' ? 'column.expires' : 'column.ended')}
      />
      {children}
    </TableRow>
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

interface WhenProps {
  readonly at: string | null;
  /** Names the time where the head of the table is not visible. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

function When({ at, label, className = '', children }: WhenProps) {
  const t = useTranslations('apiKeys');
  return (
    <td className={`${styles.when} ${className}`}>
      <span className={styles.label}>{label} </span>
      {at === null ? t('key.never') : <Timestamp at={at} />}
      {children}
    </td>
  );
}
