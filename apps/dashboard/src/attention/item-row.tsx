import { Timestamp } from '@parley/ui/components';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useExplainReason } from '#format/explain-reason.ts';
import { useContentFocus } from '#forms/action-form.tsx';
import cells from '#lists/table.module.css';
import { AboveRowLink, RowLink, SelectCell, TableRow } from '#lists/table.tsx';
import type { Selection } from '#lists/use-selection.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { type AttentionItem, kindDescriptions } from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { Assignee, Decisions } from './decisions.tsx';
import { useTriage } from './use-triage.ts';

// The first load of the page stays small.
const TriageMenu = dynamic(async () => (await import('./triage-menu.tsx')).TriageMenu, {
  ssr: false,
});

interface ItemRowProps {
  readonly item: AttentionItem;
  /** Null if the person may not change items. */
  readonly selection: Selection<AttentionItem> | null;
}

/** An item with what people decided about it. */
export function ItemRow({ item, selection }: ItemRowProps) {
  const actions = useTriage(item);
  const t = useTranslations('attention');
  const notes = useTranslations('providerEvents');
  const labels = useStatusLabels();
  const explainReason = useExplainReason();
  const { subject, detail, href } = kindDescriptions[item.kind];
  const name = subject(item, { t });
  // A snooze removes the row, and with it the button that has the focus.
  const isChanged = useRef(false);
  isChanged.current ||= actions.isPending;
  useContentFocus(isChanged);
  return (
    <TableRow>
      {selection && (
        <SelectCell
          checked={selection.isSelected(item.id)}
          label={t('bulk.one', { subject: name })}
          onChange={(_, extend) => selection.toggle(item.id, extend)}
        />
      )}
      <th className={`${cells.title} ${styles.subject}`} scope="row">
        <RowLink href={href(item)}>{name}</RowLink>
      </th>
      <td className={styles.detail}>
        {detail?.of(item, { t, notes, labels, explainReason })}
        <Decisions triage={actions.triage} />
      </td>
      <td className={styles.assignee}>
        <Assignee userId={actions.triage.assignee_id} />
      </td>
      <td className={cells.when}>
        <Timestamp at={item.at} />
      </td>
      {selection && (
        <td className={styles.actions}>
          <AboveRowLink>
            <TriageMenu {...actions} item={item} subject={name} />
          </AboveRowLink>
        </td>
      )}
    </TableRow>
  );
}
