import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { useContentFocus } from '#forms/action-form.tsx';
import { type Selection, useSelection } from '#lists/use-selection.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { selectionExportHref } from './search-params.ts';
import type { SessionColumn } from './session-columns.ts';
import styles from './session-selection.module.css';
import { type SessionRow, SessionTable } from './session-table.tsx';

// The first load of the page stays small.
const CancelSessions = dynamic(async () => (await import('./cancel-sessions.tsx')).CancelSessions, {
  ssr: false,
});

interface SelectableSessionsProps {
  /** The sessions of a page. A page needs a key: another one has another selection. */
  readonly sessions: readonly SessionRow[];
  readonly columns: readonly SessionColumn[];
}

/** The sessions of a page, and what can be done with those that are selected. */
export function SelectableSessions({ sessions, columns }: SelectableSessionsProps) {
  const t = useTranslations('sessionList.selection');
  const selection = useSelection(sessions);
  // Those that were selected when the dialog opened. The list behind it goes on to change.
  const [canceling, setCanceling] = useState<readonly SessionRow[] | null>(null);
  const count = selection.rows.length;
  return (
    <>
      {sessions.length > 0 && (
        <SessionTable columns={columns} selection={selection} sessions={sessions} />
      )}
      <p className="unseen" role="status">
        {count > 0 && t('announcement', { count })}
      </p>
      {count > 0 && (
        <SelectionBar
          onCancel={() => setCanceling(selection.rows)}
          pageSize={sessions.length}
          selection={selection}
        />
      )}
      {canceling && (
        <CancelSessions
          onCanceled={selection.deselect}
          onClose={() => setCanceling(null)}
          sessions={canceling}
        />
      )}
    </>
  );
}

interface SelectionBarProps {
  readonly selection: Selection<SessionRow>;
  /** The number of sessions on the page. */
  readonly pageSize: number;
  readonly onCancel: () => void;
}

/** How many sessions are selected, and the actions on them that the person may perform. */
function SelectionBar({ selection, pageSize, onCancel }: SelectionBarProps) {
  const t = useTranslations('sessionList.selection');
  const mode = useMode();
  const canSettle = usePermission('settle');
  const { rows, selectAll } = selection;
  // The bar ends with the selection, and with it the button that has the focus.
  useContentFocus(useRef(true));
  return (
    <section aria-label={t('label')} className={styles.bar}>
      <p className={styles.count}>{t('count', { count: rows.length })}</p>
      {rows.length < pageSize && (
        <Button onPress={() => selectAll(true)}>{t('all', { count: pageSize })}</Button>
      )}
      <Button onPress={() => selectAll(false)}>{t('clear')}</Button>
      <div className={styles.actions}>
        <a
          className="button"
          download
          href={selectionExportHref(
            mode,
            rows.map(({ id }) => id),
          )}
        >
          {t('export')}
        </a>
        {canSettle && (
          <Button kind="danger" onPress={onCancel} opensDialog>
            {t('cancel')}
          </Button>
        )}
      </div>
    </section>
  );
}
