'use client';

import { useTimeZone } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { type Key, useState } from 'react';
import { auditLogHref } from '#addresses/audit-log.ts';
import { useNavigate } from '#components/link.tsx';
import { Menu, MenuItem } from '#components/menu.tsx';
import { usePeople } from '#person/person-context.tsx';
import type { AttentionItem } from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { listSnoozeChoices } from './snooze-times.ts';
import { TriageDialog, type TriageDialogKind } from './triage-dialog.tsx';
import type { TriageActions } from './use-triage.ts';

interface TriageMenuProps extends TriageActions {
  readonly item: AttentionItem;
  /** Names the item to screen readers. */
  readonly subject: string;
}

/** The actions on an item. */
export function TriageMenu({ item, subject, triage, isPending, save, write }: TriageMenuProps) {
  const t = useTranslations('attention');
  const { readerId } = usePeople();
  const navigate = useNavigate();
  const zone = useTimeZone();
  const [opened, setOpened] = useState<TriageDialogKind | null>(null);
  const choices = listSnoozeChoices(new Date(), zone);

  function act(id: Key) {
    const snooze = choices.find((choice) => choice.id === id);
    if (snooze) save({ snoozed_until: snooze.until.toISOString() });
    else if (id === 'mine') save({ assignee_id: readerId });
    else if (id === 'unassign') save({ assignee_id: null });
    else if (id === 'show') save({ snoozed_until: null });
    else if (id === 'history') {
      navigate(auditLogHref({ about: 'attention_item', search: item.id }));
    } else setOpened(id as TriageDialogKind);
  }

  return (
    <>
      <Menu
        isPending={isPending}
        label={t('menu.label', { subject })}
        onAction={act}
        trigger={
          <>
            <span aria-hidden="true">⋯</span>
            <span className="unseen">{t('menu.label', { subject })}</span>
          </>
        }
        triggerClassName={`button ${styles.trigger}`}
      >
        {triage.assignee_id !== readerId && <MenuItem id="mine">{t('menu.mine')}</MenuItem>}
        <MenuItem id="assign">{t('menu.assign')}</MenuItem>
        {triage.assignee_id !== null && <MenuItem id="unassign">{t('menu.unassign')}</MenuItem>}
        {triage.snoozed_until !== null && <MenuItem id="show">{t('menu.show')}</MenuItem>}
        {choices.map(({ id }) => (
          <MenuItem id={id} key={id}>
            {t(`menu.${id}`)}
          </MenuItem>
        ))}
        <MenuItem id="snooze">{t('menu.snooze')}</MenuItem>
        <MenuItem id="note">{t(triage.note === null ? 'menu.addNote' : 'menu.editNote')}</MenuItem>
        <MenuItem id="history">{t('menu.history')}</MenuItem>
      </Menu>
      {opened && (
        <TriageDialog
          onClose={() => setOpened(null)}
          onSubmit={write}
          dialog={opened}
          triage={triage}
        />
      )}
    </>
  );
}
