import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { showFailure, showToast } from '#components/toast-store.ts';
import { runEach } from '#lists/run-each.ts';
import type { Selection } from '#lists/use-selection.ts';
import { describeFailure } from '#trpc/action-result.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import type { AttentionItem } from './attention-kinds.ts';
import type { TriageChange } from './use-triage.ts';

/** How many items are changed at the same time. */
const CONCURRENCY = 3;

/**
 * Changes items, each on its own. The list shows the changes at once, and reverts those that the server rejects.
 * Items that were not changed stay selected.
 */
export function useBulkTriage({ deselect }: Pick<Selection<AttentionItem>, 'deselect'>) {
  const t = useTranslations('attention.bulk');
  const forms = useTranslations('forms');
  const utils = trpc.useUtils();
  const show = useShownTriage();
  const [isPending, setIsPending] = useState(false);

  /**
   * Changes items, and shows how many were changed or why some were not.
   * @param isReported false leaves it to the caller to show that no item was changed
   * @returns the errors, if no item was changed
   */
  async function change(
    items: readonly AttentionItem[],
    wanted: TriageChange,
    { isReported = true } = {},
  ): Promise<readonly unknown[]> {
    setIsPending(true);
    const changed: string[] = [];
    const errors: unknown[] = [];
    const changeOne = async (item: AttentionItem) => {
      const { kind, id, triage } = item;
      try {
        // Not a mutation: each would load the list again.
        await utils.client.attention.triageItem.mutate({
          kind,
          id,
          expected_version: triage.version,
          ...wanted,
        });
        changed.push(id);
      } catch (error) {
        errors.push(error);
        show([item], triage);
      }
    };
    // A list that is loading would show the items as they were.
    await utils.attention.listItems.cancel();
    show(items, wanted);
    await runEach(items, changeOne, { concurrency: CONCURRENCY, isStopped: () => false });
    await utils.attention.invalidate();
    setIsPending(false);
    if (errors.length === 0) showToast(t('changed', { count: changed.length }));
    else if (changed.length > 0 || isReported) {
      const failures = errors.map((error) => describeFailure(forms, error));
      showFailure(t('unchanged', { count: errors.length }), failures);
    }
    deselect(changed);
    return changed.length > 0 ? [] : errors;
  }

  return { change, isPending };
}

/** Returns a function that shows changes of items in the lists that are loaded. */
function useShownTriage() {
  const client = useQueryClient();
  return (items: readonly AttentionItem[], change: TriageChange) => {
    const ids = new Set(items.map(({ kind, id }) => `${kind} ${id}`));
    client.setQueriesData<Outputs['attention']['listItems']>(
      { queryKey: getQueryKey(trpc.attention.listItems) },
      (page) =>
        page && {
          ...page,
          data: page.data.map((item) =>
            ids.has(`${item.kind} ${item.id}`)
              ? { ...item, triage: { ...item.triage, ...change } }
              : item,
          ),
        },
    );
  };
}
