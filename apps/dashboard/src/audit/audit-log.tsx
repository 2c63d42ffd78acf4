'use client';

import { Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
import { formatActor } from '#details/format-actor.ts';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import { useMode, usePeople } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { AuditFilters } from './audit-filters.tsx';
import styles from './audit-log.module.css';
import { type AuditEntry, formatAuditEntry } from './format-audit-entry.ts';
import {
  type AuditLogView,
  auditLogHref,
  auditLogInput,
  exportHref,
  filtersOf,
} from './search-params.ts';

const page = {
  title: 'Audit log',
  lead: 'Who signed in, and who changed the team or the integration. The changes of a session are part of its own history.',
};

/** The audit log of the merchant, newest first. */
export function AuditLog({ view }: { readonly view: AuditLogView }) {
  const mode = useMode();
  const [{ data, next_cursor }] = trpc.auditEntries.list.useSuspenseQuery(auditLogInput(view));
  const filters = filtersOf(view);
  return (
    <ListPage
      {...page}
      action={
        data.length > 0 && (
          <a className="button" download href={exportHref(mode, filters)}>
            Export CSV
          </a>
        )
      }
      filter={<AuditFilters filters={filters} />}
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
  const mode = useMode();
  if (!hasFilters) return <EmptyList title="Nothing was recorded yet." />;
  return (
    <EmptyList
      action={
        <Link className="button" href={auditLogHref(mode)}>
          Show all entries
        </Link>
      }
      title={isContinued ? 'No entry on this page matches.' : 'No entry matches.'}
    >
      {isContinued
        ? 'Not all entries were searched. Older ones may match.'
        : 'Remove or widen a filter.'}
    </EmptyList>
  );
}

/** The page while the log loads. */
export function AuditLogLoading() {
  return (
    <ListPage {...page} filter={null}>
      <p className="muted" role="status">
        Loading the audit log…
      </p>
    </ListPage>
  );
}

/** Events of an account that anyone could have caused. */
const anonymousActions = ['user.sign_in_failed', 'user.password_reset_requested'];

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const common = useTranslations('common');
  const people = usePeople();
  const { action, actor, object, address, request_id, created_at } = entry;
  const { sentence, details } = formatAuditEntry(entry);
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
          <span>
            {anonymousActions.includes(action)
              ? 'Someone'
              : formatActor(common, actor.kind, actor.id, people)}
            {address && ` from ${address}`}
          </span>
          {!isPerson && <CopyId id={object.id} label="object id" />}
          {request_id && <CopyId id={request_id} label="request id" />}
        </p>
      </div>
    </li>
  );
}
