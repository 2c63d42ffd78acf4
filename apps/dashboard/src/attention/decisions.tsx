import { Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { unseen } from '#components/unseen.tsx';
import { usePeople } from '#person/person-context.tsx';
import type { AttentionItem } from './attention-kinds.ts';
import styles from './attention-page.module.css';

/** Until when an item is snoozed, and its note. */
export function Decisions({ triage }: Pick<AttentionItem, 'triage'>) {
  const t = useTranslations('attention');
  const { snoozed_until, note } = triage;
  return (
    <>
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
    </>
  );
}

/** The person who takes an item. Someone who left the team takes none. */
export function Assignee({ userId }: { readonly userId: string | null }) {
  const t = useTranslations('attention');
  const name = usePeople().names.get(userId ?? '');
  if (name === undefined) return <span className="muted">{t('noAssignee')}</span>;
  return (
    <span className={styles.person} title={name}>
      <span aria-hidden="true" className={styles.initials}>
        {getInitials(name)}
      </span>
      <span className={styles.name}>{name}</span>
    </span>
  );
}

/** The first letters of the first and the last word of a name. */
function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}
