import type { SessionStatus } from '@parley/domain';
import { useMoney } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import { useTranslations } from 'next-intl';
import { requestHref } from '#addresses/requests.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { RawText } from '#details/detail-page.tsx';
import { getAttemptTone, sessionTones } from '#messages/status-labels.ts';
import { usePeople } from '#person/person-context.tsx';
import { formatHistoryEntry } from './format-history-entry.ts';
import { WithPayload } from './payload.tsx';
import type { Attempt, HistoryEntry } from './session-timeline.ts';
import styles from './timeline.module.css';

interface ChangeItemProps {
  readonly entry: HistoryEntry;
  readonly attempts: readonly Attempt[];
  /** Whether the request log has the request that caused it. */
  readonly isRequestLogged: boolean;
}

/** A change of a session or of one of its attempts. */
export function ChangeItem({ entry, attempts, isRequestLogged }: ChangeItemProps) {
  const t = useTranslations('sessionTimeline');
  const texts = { t, common: useTranslations('common'), money: useMoney() };
  const { sentence, reason, actor } = formatHistoryEntry(texts, entry, usePeople());
  const number = attempts.find(({ id }) => id === entry.attempt_id)?.attempt_number;
  return (
    <WithPayload
      line={
        <>
          {entry.subject === 'attempt' && (
            <span className="muted">
              {number ? t('attemptNumber', { number }) : t('attempt')} ·{' '}
            </span>
          )}
          <span className={styles.sentence} data-subject={entry.subject}>
            {sentence}
          </span>
          <span className={styles.note}> {actor}</span>
          {entry.request_id && (
            <span className={styles.note}>
              {' '}
              <CopyId id={entry.request_id} label={t('requestId')} />
              {isRequestLogged && (
                <>
                  {' '}
                  <Link href={requestHref(entry.request_id)} prefetch={false}>
                    {t('viewRequest')}
                  </Link>
                </>
              )}
            </span>
          )}
        </>
      }
      note={reason && <p className="muted">{reason}</p>}
      payload={<RawText label={t('changePayload')} text={JSON.stringify(entry, null, 2)} />}
    />
  );
}

export function getChangeTone({ to_status: to, subject }: HistoryEntry): Tone {
  if (to === null) return 'neutral';
  return subject === 'attempt' ? getAttemptTone(to) : sessionTones[to as SessionStatus];
}
