'use client';

import type { AttentionKind } from '@parley/domain';
import { useTimeZone } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { type Key, useState } from 'react';
import { Menu, MenuItem } from '#components/menu.tsx';
import { SelectionBar } from '#lists/selection-bar.tsx';
import type { Selection } from '#lists/use-selection.ts';
import { usePeople } from '#person/person-context.tsx';
import type { AttentionItem } from './attention-kinds.ts';
import { listSnoozeChoices } from './snooze-times.ts';
import { TriageDialog, type TriageDialogKind } from './triage-dialog.tsx';
import { useBulkTriage } from './use-bulk-triage.ts';
import type { TriageChange } from './use-triage.ts';

interface BulkTriageProps {
  readonly kind: AttentionKind;
  readonly selection: Selection<AttentionItem>;
  /** The number of items on the page. */
  readonly pageSize: number;
  /** Receives whether a dialog is open, which outlives the selection. */
  readonly onDialogChange: (isOpen: boolean) => void;
}

/** The actions on the selected items. */
export function BulkTriage({ kind, selection, pageSize, onDialogChange }: BulkTriageProps) {
  const t = useTranslations('attention');
  const { readerId } = usePeople();
  const zone = useTimeZone();
  const { change, isPending } = useBulkTriage(selection);
  // The items that were selected when the dialog opened. The list behind it goes on to change.
  const [opened, setOpened] = useState<{
    readonly dialog: TriageDialogKind;
    readonly items: readonly AttentionItem[];
  } | null>(null);
  const choices = listSnoozeChoices(new Date(), zone);
  const items = selection.rows;

  function open(dialog: TriageDialogKind | null) {
    setOpened(dialog && { dialog, items });
    onDialogChange(dialog !== null);
  }

  function act(id: Key) {
    const snooze = choices.find((choice) => choice.id === id);
    if (snooze) void change(items, { snoozed_until: snooze.until.toISOString() });
    else if (id === 'mine') void change(items, { assignee_id: readerId });
    else if (id === 'show') void change(items, { snoozed_until: null });
    else open(id as TriageDialogKind);
  }

  async function submit(wanted: TriageChange) {
    // After a refusal, the items that are still selected have the versions that the list shows by then.
    const latest = opened?.items.map((item) => items.find(({ id }) => id === item.id) ?? item);
    const errors = await change(latest ?? [], wanted, { isReported: false });
    if (errors.length > 0) throw errors[0];
  }

  return (
    <>
      {items.length > 0 && (
        <SelectionBar
          label={t('bulk.label', { kind: t(`kind.${kind}.label`) })}
          pageSize={pageSize}
          selection={selection}
        >
          <Menu
            isPending={isPending}
            label={t('bulk.menu')}
            onAction={act}
            trigger={t('bulk.menu')}
            triggerClassName="button"
            triggerKind="primary"
          >
            <MenuItem id="mine">{t('menu.mine')}</MenuItem>
            <MenuItem id="assign">{t('menu.assign')}</MenuItem>
            {items.some(({ triage }) => triage.snoozed_until !== null) && (
              <MenuItem id="show">{t('menu.show')}</MenuItem>
            )}
            {choices.map(({ id }) => (
              <MenuItem id={id} key={id}>
                {t(`menu.${id}`)}
              </MenuItem>
            ))}
            <MenuItem id="snooze">{t('menu.snooze')}</MenuItem>
            <MenuItem id="note">{t('menu.addNote')}</MenuItem>
          </Menu>
        </SelectionBar>
      )}
      {opened && (
        <TriageDialog onClose={() => open(null)} onSubmit={submit} dialog={opened.dialog} />
      )}
    </>
  );
}
