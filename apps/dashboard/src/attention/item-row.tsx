import { Timestamp } from '@parley/ui/components';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useContentFocus } from '#forms/action-form.tsx';
import cells from '#lists/table.module.css';
import { AboveRowLink, RowLink, TableRow } from '#lists/table.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useExplainReason } from '#sessions/explain-reason.ts';
import { useMode, usePeople } from '#shell/person-context.tsx';
import { unseen } from '#shell/unseen.tsx';
import { type AttentionItem, kindDescriptions } from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { useTriage } from './use-triage.ts';

// The first load of the page stays small.
const TriageMenu = dynamic(async () => (await import('./triage-menu.tsx')).TriageMenu, {
  ssr: false,
});

interface ItemRowProps {
  readonly item: AttentionItem;
  /** Whether the person may change items. */
  readonly canTriage: boolean;
}

/** An item with what people decided about it. */
export function ItemRow({ item, canTriage }: ItemRowProps) {
  const mode = useMode();
  const actions = useTriage(item);
  const t = useTranslations('attention');
  const notes = useTranslations('providerEvents');
  const labels = useStatusLabels();
  const explainReason = useExplainReason();
  const { subject, detail, href } = kindDescriptions[item.kind];
  const name = subject(item, { t });
  const { assignee_id, snoozed_until, note } = actions.triage;
  // A snooze removes the row, and with it the button that has the focus.
  const isChanged = useRef(false);
  isChanged.current ||= actions.isPending;
  useContentFocus(isChanged);
  return (
    <TableRow>
      <th className={`${cells.title} ${styles.subject}`} scope="row">
        <RowLink href={href(mode, item)}>{name}</RowLink>
      </th>
      <td className={styles.detail}>
        {detail?.of(item, { t, notes, labels, explainReason })}
        {snoozed_until && (
          <p className="small">
            {t.rich('snoozedUntil', {
              at: () => <Timestamp at={snoozed_until} form="clock" />,
            })}
          </p>
        )}
        {note && (
          <p className={`small ${styles.note}`} title={note}>
            {t.rich('note', { note, unseen })}
          </p>
        )}
      </td>
      <td className={styles.assignee}>
        <Assignee userId={assignee_id} />
      </td>
      <td className={cells.when}>
        <Timestamp at={item.at} />
      </td>
      {canTriage && (
        <td className={styles.actions}>
          <AboveRowLink>
            <TriageMenu {...actions} item={item} subject={name} />
          </AboveRowLink>
        </td>
      )}
    </TableRow>
  );
}

/** The person who takes an item. Someone who left the team takes none. */
function Assignee({ userId }: { readonly userId: string | null }) {
  const t = useTranslations('attention');
  const name = usePeople().names.get(userId ?? '');
  if (name === undefined) return <span className="muted">{t('noAssignee')}</span>;
  return (
    <span className={styles.person} title={name}>
      <span aria-hidden="true" className={styles.initials}>
        {initialsOf(name)}
      </span>
      <span className={styles.name}>{name}</span>
    </span>
  );
}

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}
