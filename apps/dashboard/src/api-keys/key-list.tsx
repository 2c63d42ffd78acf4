'use client';

import { describeRolesWith } from '@parley/router/permissions';
import { getApiKeyStatusLabel } from '@parley/ui/api-key-status';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { CopyId } from '#components/copy-id.tsx';
import { formatActor } from '#details/format-actor.ts';
import { Announcer } from '#forms/action-form.tsx';
import { NewSecret } from '#forms/new-secret.tsx';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import cells from '#lists/table.module.css';
import { type Columns, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import { useMode, usePeople, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { type ApiKey, KeyActions } from './key-actions.tsx';
import styles from './key-list.module.css';
import { type KeyListView, keyListInput, keysHref, newKeyHref } from './search-params.ts';

const page = {
  title: 'API keys',
  lead: 'Your servers call the API with a secret key. Links to the payer page contain a publishable key.',
};

const columns: Columns = [
  ['Status', `${cells.status} ${styles.status}`],
  ['Key', cells.title],
  ['Created', `${styles.when} ${styles.created}`],
  ['Last used', styles.when],
];
const activeColumns: Columns = [...columns, ['Expires', styles.when]];
const endedColumns: Columns = [...columns, ['Ended', styles.when]];

/** The API keys of the merchant in the mode of the person. */
export function KeyList({ view }: { readonly view: KeyListView }) {
  const canManage = usePermission('manage_keys');
  const mode = useMode();
  const { show } = view;
  const [keys] = trpc.apiKeys.list.useSuspenseQuery(keyListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  /** The value of the successor of a key that was just rolled. */
  const [value, setValue] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasActions = canManage && show === undefined;

  function hideValue() {
    setValue(null);
    list.current?.focus();
  }

  return (
    <ListPage {...page} action={canManage && <CreateKey />} filter={<StateFilter show={show} />}>
      {!canManage && (
        <p className="muted">
          You can view the keys. To change them, ask {describeRolesWith('manage_keys', mode)}.
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
              caption={`${show ? 'Revoked and expired' : 'Active'} API keys, newest first`}
              className={styles.table}
              columns={
                show
                  ? endedColumns
                  : [
                      ...activeColumns,
                      ...(hasActions ? [['Actions', styles.actions] as const] : []),
                    ]
              }
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
  return (
    <ListPage {...page} filter={null}>
      <SkeletonTable className={styles.table} columns={activeColumns} label="API keys" />
    </ListPage>
  );
}

/** Whether no other secret key will work once this one is revoked and overlaps have ended. */
function isLastSecretKey(key: ApiKey, active: readonly ApiKey[]): boolean {
  const lasting = active.filter(({ kind, replaced_by }) => kind === 'secret' && !replaced_by);
  return key.kind === 'secret' && lasting.every(({ id }) => id === key.id);
}

function CreateKey() {
  const mode = useMode();
  return (
    <Link className="button" data-kind="primary" href={newKeyHref(mode)}>
      Create key
    </Link>
  );
}

function EmptyKeyList({ show }: Pick<KeyListView, 'show'>) {
  if (show) return <EmptyList title="No key was revoked, and none has expired." />;
  return (
    <EmptyList title="No active keys.">
      Without a secret key, your servers cannot call the API. Without a publishable key, they cannot
      create links to the payer page.
    </EmptyList>
  );
}

function StateFilter({ show }: Pick<KeyListView, 'show'>) {
  const mode = useMode();
  return (
    <Filter
      label="Filter keys by state"
      options={[
        { label: 'Active', href: keysHref(mode), selected: show === undefined },
        {
          label: 'Revoked and expired',
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
  const { name, created_by: creator, created_at, last_used_at, revoked_at, expires_at } = apiKey;
  const common = useTranslations('common');
  const people = usePeople();
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={getApiKeyStatusLabel(apiKey)} />
      </td>
      <th className={cells.title} scope="row">
        <span className={styles.name}>{name}</span>
        <span className={styles.facts}>
          <KeyValue apiKey={apiKey} />
          <Scopes apiKey={apiKey} />
        </span>
      </th>
      <When at={created_at} className={styles.created} label="Created">
        {creator && (
          <span className={styles.creator}>
            {' '}
            {formatActor(common, creator.kind, creator.id, people)}
          </span>
        )}
      </When>
      <When at={last_used_at} label="Last used" />
      <When
        at={revoked_at ?? expires_at}
        label={apiKey.status === 'active' ? 'Expires' : 'Ended'}
      />
      {children}
    </TableRow>
  );
}

/** A publishable key, which can be copied, or the last characters of a secret key. */
function KeyValue({ apiKey }: { readonly apiKey: ApiKey }) {
  const mode = useMode();
  if (apiKey.public_value !== null) return <CopyId id={apiKey.public_value} label="key" />;
  return <code>{`sk_${mode}_…${apiKey.last_four}`}</code>;
}

/** What a secret key may do. */
function Scopes({ apiKey: { kind, scopes } }: { readonly apiKey: ApiKey }) {
  if (kind === 'publishable') return <span>Publishable</span>;
  if (scopes === null) return <span>All scopes</span>;
  return (
    <details>
      <summary>{scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`}</summary>
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
  return (
    <td className={`${styles.when} ${className}`}>
      <span className={styles.label}>{label} </span>
      {at === null ? 'Never' : <Timestamp at={at} />}
      {children}
    </td>
  );
}
