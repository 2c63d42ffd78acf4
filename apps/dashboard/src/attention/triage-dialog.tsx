import { MAX_ATTENTION_NOTE_LENGTH } from '@parley/domain';
import { useTimeZone } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { Button } from '#components/button.tsx';
import { Dialog } from '#components/dialog.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { readField, SelectField, TextField } from '#forms/text-field.tsx';
import type { Translator } from '#messages/translator.ts';
import { usePeople } from '#person/person-context.tsx';
import { formatLocal, readLocal } from '#preferences/local-time.ts';
import { FailedAction } from '#trpc/action-result.ts';
import type { AttentionItem } from './attention-kinds.ts';
import type { TriageChange } from './use-triage.ts';

/** Which change a dialog is for. */
export type TriageDialogKind = 'assign' | 'snooze' | 'note';

interface TriageDialogProps {
  readonly dialog: TriageDialogKind;
  /** What was decided about the item; undefined for several items. */
  readonly triage?: AttentionItem['triage'] | undefined;
  /** What it rejects with is shown in the dialog. */
  readonly onSubmit: (change: TriageChange) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The form for a change of one item or of several. */
export function TriageDialog({ dialog, triage, onSubmit, onClose }: TriageDialogProps) {
  const t = useTranslations('attention');
  const common = useTranslations('common');
  const zone = useTimeZone();
  const title = triage ? 'title' : 'bulkTitle';

  return (
    <Dialog isOpen onOpenChange={onClose} title={t(`dialog.${dialog}.${title}`)}>
      <ActionForm
        mutate={(form) => onSubmit(readChange(t, dialog, form, zone))}
        isInDialog
        kind="primary"
        labels={{
          assignee_id: t('field.assignee'),
          snoozed_until: t('field.until'),
          note: t('field.note'),
        }}
        layout="column"
        onSuccess={onClose}
        secondary={<Button slot="close">{common('cancel')}</Button>}
        submit={t(`dialog.${dialog}.submit`)}
      >
        <Fields dialog={dialog} triage={triage} zone={zone} />
      </ActionForm>
    </Dialog>
  );
}

interface FieldsProps {
  readonly dialog: TriageDialogKind;
  readonly triage: AttentionItem['triage'] | undefined;
  readonly zone: string;
}

function Fields({ dialog, triage, zone }: FieldsProps) {
  const t = useTranslations('attention.field');
  const noOne = useTranslations('attention')('noAssignee');
  const { names } = usePeople();
  const { assignee_id, snoozed_until, note } = triage ?? {};
  if (dialog === 'assign') {
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
  if (dialog === 'snooze') {
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
      hint={t(triage ? 'noteHint' : 'bulkNoteHint')}
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
  dialog: TriageDialogKind,
  form: FormData,
  zone: string,
): TriageChange {
  if (dialog === 'assign') return { assignee_id: String(form.get('assignee_id')) || null };
  if (dialog === 'note') return { note: readField(form, 'note') || null };
  const until = readLocal(String(form.get('snoozed_until')), zone);
  if (until) return { snoozed_until: until.toISOString() };
  throw new FailedAction({
    message: t('field.untilMissing'),
    requestId: null,
    field: 'snoozed_until',
  });
}
