'use client';

import { MAX_ATTENTION_NOTE_LENGTH } from '@parley/domain';
import { useTimeZone } from '@parley/ui/components';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type Key, useState } from 'react';
import { auditLogHref } from '#audit/search-params.ts';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import { Menu, MenuItem } from '#components/menu.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { FailedAction } from '#forms/action-result.ts';
import { SelectField, TextField } from '#forms/text-field.tsx';
import type { Translator } from '#messages/translator.ts';
import { useMode, usePeople } from '#shell/person-context.tsx';
import { formatLocal, readLocal } from '#time-zone/local-time.ts';
import type { AttentionItem } from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { snoozeChoices } from './snooze-times.ts';
import type { TriageActions, TriageChange } from './use-triage.ts';

interface TriageMenuProps extends TriageActions {
  readonly item: AttentionItem;
  /** Names the item to screen readers. */
  readonly subject: string;
}

type DialogName = 'assign' | 'snooze' | 'note';

/** The actions on an item. */
export function TriageMenu({ item, subject, triage, isPending, save, write }: TriageMenuProps) {
  const t = useTranslations('attention');
  const common = useTranslations('common');
  const { readerId } = usePeople();
  const mode = useMode();
  const router = useRouter();
  const zone = useTimeZone();
  const [opened, setOpened] = useState<DialogName | null>(null);
  const choices = snoozeChoices(new Date(), zone);

  function act(id: Key) {
    const snooze = choices.find((choice) => choice.id === id);
    if (snooze) save({ snoozed_until: snooze.until.toISOString() });
    else if (id === 'mine') save({ assignee_id: readerId });
    else if (id === 'unassign') save({ assignee_id: null });
    else if (id === 'show') save({ snoozed_until: null });
    else if (id === 'history') {
      router.push(auditLogHref(mode, { about: 'attention_item', search: item.id }));
    } else setOpened(id as DialogName);
  }

  async function submit(form: FormData) {
    if (opened) await write(readChange(t, opened, form, zone));
    return {};
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
        <Dialog isOpen onOpenChange={() => setOpened(null)} title={t(`dialog.${opened}.title`)}>
          <ActionForm
            action={submit}
            isInDialog
            kind="primary"
            labels={{
              assignee_id: t('field.assignee'),
              snoozed_until: t('field.until'),
              note: t('field.note'),
            }}
            layout="column"
            onSuccess={() => setOpened(null)}
            secondary={<Button slot="close">{common('cancel')}</Button>}
            submit={t(`dialog.${opened}.submit`)}
          >
            <Fields name={opened} triage={triage} zone={zone} />
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}

interface FieldsProps {
  readonly name: DialogName;
  readonly triage: AttentionItem['triage'];
  readonly zone: string;
}

function Fields({ name, triage, zone }: FieldsProps) {
  const t = useTranslations('attention.field');
  const noOne = useTranslations('attention')('noAssignee');
  const { names } = usePeople();
  const { assignee_id, snoozed_until, note } = triage;
  if (name === 'assign') {
    return (
      <SelectField
        label={t('assignee')}
        name="assignee_id"
        none={noOne}
        options={[...names].map(([value, label]) => ({ value, label }))}
        value={assignee_id && names.has(assignee_id) ? assignee_id : undefined}
      />
    );
  }
  if (name === 'snooze') {
    return (
      <TextField
        hint={t('untilHint', { zone: zone.replaceAll('_', ' ') })}
        input={{
          type: 'datetime-local',
          required: true,
          defaultValue: snoozed_until ? formatLocal(new Date(snoozed_until), zone) : undefined,
        }}
        label={t('until')}
        name="snoozed_until"
      />
    );
  }
  return (
    <TextField
      hint={t('noteHint')}
      input={{ defaultValue: note ?? '', maxLength: MAX_ATTENTION_NOTE_LENGTH }}
      label={t('note')}
      lines={5}
      name="note"
    />
  );
}

/** @throws FailedAction for a value that is not a time */
function readChange(
  t: Translator<'attention'>,
  name: DialogName,
  form: FormData,
  zone: string,
): TriageChange {
  if (name === 'assign') return { assignee_id: String(form.get('assignee_id')) || null };
  if (name === 'note') return { note: String(form.get('note')).trim() || null };
  const until = readLocal(String(form.get('snoozed_until')), zone);
  if (until) return { snoozed_until: until.toISOString() };
  throw new FailedAction({
    message: t('field.untilMissing'),
    requestId: null,
    field: 'snoozed_until',
  });
}
