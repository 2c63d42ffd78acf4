import { useTranslations } from 'next-intl';
import { useOptimistic, useTransition } from 'react';
import { showFailure } from '#components/toast-store.ts';
import { describeFailure } from '#trpc/action-result.ts';
import { trpc } from '#trpc/client.ts';
import type { AttentionItem } from './attention-kinds.ts';

/** What changes about an item. */
export type TriageChange = Partial<
  Pick<AttentionItem['triage'], 'assignee_id' | 'snoozed_until' | 'note'>
>;

/** What people decided about an item, and how to change it. */
export function useTriage(item: AttentionItem) {
  const { kind, id } = item;
  const { mutateAsync } = trpc.attention.triageItem.useMutation();
  const { attention } = trpc.useUtils();
  const [isPending, startTransition] = useTransition();
  const [triage, show] = useOptimistic(item.triage, (saved, change: TriageChange) => ({
    ...saved,
    ...change,
  }));

  const t = useTranslations('attention');
  const forms = useTranslations('forms');
  /** Rejects with the error of the client. */
  const write = (change: TriageChange) =>
    mutateAsync({ kind, id, expected_version: item.triage.version, ...change });

  /** Shows the change at once, and takes it back with a message if the server refuses it. */
  function save(change: TriageChange) {
    startTransition(async () => {
      show(change);
      try {
        await write(change);
      } catch (error) {
        showFailure(t('unchanged'), [describeFailure(forms, error)]);
        await attention.invalidate();
      }
    });
  }

  return { triage, isPending, write, save };
}

export type TriageActions = ReturnType<typeof useTriage>;
