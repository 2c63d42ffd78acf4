'use client';

import { useTimeZone } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { type Key, useState } from 'react';
import { Menu, MenuItem } from '#components/menu.tsx';
import { showToast } from '#components/toast-store.ts';
import { describeFailure } from '#forms/action-result.ts';
import { runEach } from '#lists/run-each.ts';
import type { Selection } from '#lists/use-selection.ts';
import { usePeople } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import type { AttentionItem } from './attention-kinds.ts';
import { snoozeChoices } from './snooze-times.ts';
import { TriageDialog, type TriageQuestion } from './triage-dialog.tsx';
import type { TriageChange } from './use-triage.ts';

/** How many items are changed at the same time. */
const CONCURRENCY = 3;

/** The actions on the selected items. */
export function BulkTriage({ selection }: { readonly selection: Selection<AttentionItem> }) {
  const t = useTranslations('attention');
  const { readerId } = usePeople();
  const zone = useTimeZone();
  const { change, isPending } = useBulkTriage(selection);
  // The items that were selected when the dialog opened. The list behind it goes on to change.
  const [opened, setOpened] = useState<{
    readonly question: TriageQuestion;
    readonly items: readonly AttentionItem[];
  } | null>(null);
  const choices = snoozeChoices(new Date(), zone);
  const items = selection.rows;

  function act(id: Key) {
    const snooze = choices.find((choice) => choice.id === id);
    if (snooze) void change(items, { snoozed_until: snooze.until.toISOString() });
    else if (id === 'mine') void change(items, { assignee_id: readerId });
    else if (id === 'show') void change(items, { snoozed_until: null });
    else setOpened({ question: id as TriageQuestion, items });
  }

  return (
    <>
      <Menu
        isPending={isPending}
        label={t('bulk.menu')}
        onAction={act}
        trigger={t('bulk.menu')}
        triggerClassName="button primary"
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
      {opened && (
        <TriageDialog
          onClose={() => setOpened(null)}
          onSubmit={(asked) => change(opened.items, asked)}
          question={opened.question}
        />
      )}
    </>
  );
}

/** Changes items, each on its own, and says how many were not changed. Those stay selected. */
function useBulkTriage({ deselect }: Pick<Selection<AttentionItem>, 'deselect'>) {
  const t = useTranslations('attention.bulk');
  const forms = useTranslations('forms');
  const utils = trpc.useUtils();
  const [isPending, setIsPending] = useState(false);

  async function change(items: readonly AttentionItem[], asked: TriageChange): Promise<void> {
    setIsPending(true);
    const changed: string[] = [];
    const reasons: string[] = [];
    const changeOne = async ({ kind, id, triage }: AttentionItem) => {
      try {
        // Not a mutation: each would load the list again.
        await utils.client.attention.triageItem.mutate({
          kind,
          id,
          expected_version: triage.version,
          ...asked,
        });
        changed.push(id);
      } catch (error) {
        reasons.push(describeFailure(forms, error).message);
      }
    };
    await runEach(items, changeOne, { concurrency: CONCURRENCY, isStopped: () => false });
    await utils.attention.invalidate();
    setIsPending(false);
    const [reason] = reasons;
    if (reason) showToast(t('unchanged', { count: reasons.length, reason }));
    else showToast(t('changed', { count: changed.length }));
    deselect(changed);
  }

  return { change, isPending };
}
