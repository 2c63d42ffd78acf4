import type { SessionStatus } from '@parley/domain';
import { getAttemptStatusLabel, sessionStatusLabels, type Tone } from '@parley/ui/status';
import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
import { usePeople } from '#shell/person-context.tsx';
import { formatHistoryEntry } from './format-history-entry.ts';
import type { Attempt, HistoryEntry } from './session-timeline.ts';
import styles from './timeline.module.css';

interface ChangeItemProps {
  readonly entry: HistoryEntry;
  readonly attempts: readonly Attempt[];
}

/** A change of a session or of one of its attempts. */
export function ChangeItem({ entry, attempts }: ChangeItemProps) {
  const common = useTranslations('common');
  const { sentence, reason, actor } = formatHistoryEntry(common, entry, usePeople());
  const number = attempts.find(({ id }) => id === entry.attempt_id)?.attempt_number;
  return (
    <div>
      <p>
        {entry.subject === 'attempt' && (
          <span className="muted">Attempt{number ? ` ${number}` : ''} · </span>
        )}
        <span className={styles.sentence} data-subject={entry.subject}>
          {sentence}
        </span>
        <span className={styles.note}> {actor}</span>
        {entry.request_id && (
          <span className={styles.note}>
            {' '}
            <CopyId id={entry.request_id} label="request id" />
          </span>
        )}
      </p>
      {reason && <p className="muted">{reason}</p>}
    </div>
  );
}

export function changeTone({ to_status: to, subject }: HistoryEntry): Tone {
  if (to === null) return 'neutral';
  return subject === 'attempt'
    ? getAttemptStatusLabel(to).tone
    : sessionStatusLabels[to as SessionStatus].tone;
}
