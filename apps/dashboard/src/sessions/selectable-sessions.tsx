import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { selectionExportHref } from '#addresses/sessions.ts';
import { Button } from '#components/button.tsx';
import { SelectionBar } from '#lists/selection-bar.tsx';
import { useSelection } from '#lists/use-selection.ts';
import { usePermission, useRoute } from '#person/person-context.tsx';
import type { SessionColumn } from './session-columns.ts';
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
        <SelectionBar label={t('label')} pageSize={sessions.length} selection={selection}>
          <SelectionActions
            onCancel={() => setCanceling(selection.rows)}
            sessions={selection.rows}
          />
        </SelectionBar>
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

interface SelectionActionsProps {
  readonly sessions: readonly SessionRow[];
  readonly onCancel: () => void;
}

/** The actions on the selected sessions that the person may perform. */
function SelectionActions({ sessions, onCancel }: SelectionActionsProps) {
  const t = useTranslations('sessionList.selection');
  const canSettle = usePermission('settle');
  const href = useRoute(selectionExportHref(sessions.map(({ id }) => id)));
  return (
    <>
      <a className="button" download href={href}>
        {t('export')}
      </a>
      {canSettle && (
        <Button kind="danger" onPress={onCancel} opensDialog>
          {t('cancel')}
        </Button>
      )}
    </>
  );
}
