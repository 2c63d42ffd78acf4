'use client';

import { MAX_ATTENTION_NOTE_LENGTH } from '@parley/domain';
import { useTimeZone } from '@parley/ui/components';
import { useRouter } from 'next/navigation';
import { type Key, useState } from 'react';
import { auditLogHref } from '#audit/search-params.ts';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import { Menu, MenuItem } from '#components/menu.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { FailedAction } from '#forms/action-result.ts';
import { SelectField, TextField } from '#forms/text-field.tsx';
import { useMode, usePeople } from '#shell/person-context.tsx';
import type { AttentionItem } from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { formatLocal, readLocal, snoozeChoices } from './snooze-times.ts';
import type { TriageActions, TriageChange } from './use-triage.ts';

interface TriageMenuProps extends TriageActions {
  readonly item: AttentionItem;
  /** Names the item to screen readers. */
  readonly subject: string;
}

const dialogs = {
  assign: { title: 'Assign the item', submit: 'Assign' },
  snooze: { title: 'Snooze the item', submit: 'Snooze' },
  note: { title: 'Note', submit: 'Save note' },
} as const;
type DialogName = keyof typeof dialogs;

const labels = { assignee_id: 'Assignee', snoozed_until: 'Snooze until', note: 'Note' };

/** The actions on an item. */
export function TriageMenu({ item, subject, triage, isPending, save, write }: TriageMenuProps) {
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
    if (opened) await write(readChange(opened, form, zone));
    return {};
  }

  return (
    <>
      <Menu
        isPending={isPending}
        label={`Actions for ${subject}`}
        onAction={act}
        trigger={
          <>
            <span aria-hidden="true">⋯</span>
            <span className="unseen">Actions for {subject}</span>
          </>
        }
        triggerClassName={`button ${styles.trigger}`}
      >
        {triage.assignee_id !== readerId && <MenuItem id="mine">Assign to me</MenuItem>}
        <MenuItem id="assign">Assign…</MenuItem>
        {triage.assignee_id !== null && <MenuItem id="unassign">Unassign</MenuItem>}
        {triage.snoozed_until !== null && <MenuItem id="show">End the snooze</MenuItem>}
        {choices.map(({ id, label }) => (
          <MenuItem id={id} key={id}>
            {label}
          </MenuItem>
        ))}
        <MenuItem id="snooze">Snooze until…</MenuItem>
        <MenuItem id="note">{triage.note === null ? 'Add note…' : 'Edit note…'}</MenuItem>
        <MenuItem id="history">View history</MenuItem>
      </Menu>
      {opened && (
        <Dialog isOpen onOpenChange={() => setOpened(null)} title={dialogs[opened].title}>
          <ActionForm
            action={submit}
            isInDialog
            kind="primary"
            labels={labels}
            layout="column"
            onSuccess={() => setOpened(null)}
            secondary={<Button slot="close">Cancel</Button>}
            submit={dialogs[opened].submit}
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
  const { names } = usePeople();
  const { assignee_id, snoozed_until, note } = triage;
  if (name === 'assign') {
    return (
      <SelectField
        label={labels.assignee_id}
        name="assignee_id"
        none="No one"
        options={[...names].map(([value, label]) => ({ value, label }))}
        value={assignee_id && names.has(assignee_id) ? assignee_id : undefined}
      />
    );
  }
  if (name === 'snooze') {
    return (
      <TextField
        hint={`In the time zone ${zone.replaceAll('_', ' ')}, at most 90 days ahead.`}
        input={{
          type: 'datetime-local',
          required: true,
          defaultValue: snoozed_until ? formatLocal(new Date(snoozed_until), zone) : undefined,
        }}
        label={labels.snoozed_until}
        name="snoozed_until"
      />
    );
  }
  return (
    <TextField
      hint="The team sees it. Leave it empty to remove the note."
      input={{ defaultValue: note ?? '', maxLength: MAX_ATTENTION_NOTE_LENGTH }}
      label={labels.note}
      lines={5}
      name="note"
    />
  );
}

/** @throws FailedAction for a value that is not a time */
function readChange(name: DialogName, form: FormData, zone: string): TriageChange {
  if (name === 'assign') return { assignee_id: String(form.get('assignee_id')) || null };
  if (name === 'note') return { note: String(form.get('note')).trim() || null };
  const until = readLocal(String(form.get('snoozed_until')), zone);
  if (until) return { snoozed_until: until.toISOString() };
  throw new FailedAction({
    message: 'Enter a date and a time.',
    requestId: null,
    field: 'snoozed_until',
  });
}
