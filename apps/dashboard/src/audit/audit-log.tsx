'use client';

import { CopyId, Timestamp } from '@parley/ui/components';
import { formatActor } from '#details/format-actor.ts';
import { CursorPagination, EmptyList, ListPage } from '#lists/list-page.tsx';
import { useMode, usePeople } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './audit-log.module.css';
import { type AuditEntry, formatAuditEntry } from './format-audit-entry.ts';
import { type AuditLogView, auditLogHref, auditLogInput } from './search-params.ts';

const page = {
  title: 'Audit log',
  lead: 'Who signed in, and who changed the team or the integration. The changes of a session are part of its own history.',
};

/** The audit log of the merchant, newest first. */
export function AuditLog({ view }: { readonly view: AuditLogView }) {
  const mode = useMode();
  const [{ data, next_cursor }] = trpc.auditEntries.list.useSuspenseQuery(auditLogInput(view));
  return (
    <ListPage {...page}>
      {data.length > 0 ? (
        <ol className={styles.entries}>
          {data.map((entry) => (
            <Entry entry={entry} key={entry.id} />
          ))}
        </ol>
      ) : (
        <EmptyList title="Nothing was recorded yet." />
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => auditLogHref(mode, { older })}
        nextCursor={next_cursor}
      />
    </ListPage>
  );
}

/** The page while the log loads. */
export function AuditLogLoading() {
  return (
    <ListPage {...page}>
      <p className="muted" role="status">
        Loading the audit log…
      </p>
    </ListPage>
  );
}

/** Events of an account that anyone could have caused. */
const anonymousActions = ['user.sign_in_failed', 'user.password_reset_requested'];

function Entry({ entry }: { readonly entry: AuditEntry }) {
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
              : formatActor(actor.kind, actor.id, people)}
            {address && ` from ${address}`}
          </span>
          {!isPerson && <CopyId id={object.id} label="object id" />}
          {request_id && <CopyId id={request_id} label="request id" />}
        </p>
      </div>
    </li>
  );
}
