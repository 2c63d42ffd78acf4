'use client';

import type { SessionStatus } from '@parley/domain';
import { Timestamp, ToneIcon } from '@parley/ui/components';
import { getAttemptStatusLabel, sessionStatusLabels, type Tone } from '@parley/ui/status';
import details from '#details/detail-page.module.css';
import { Section } from '#details/detail-page.tsx';
import { usePeople } from '#shell/person-context.tsx';
import { formatHistoryEntry } from './format-history-entry.ts';
import styles from './session-page.module.css';
import type { HistoryEntry, SessionTimeline } from './session-timeline.ts';

/** The history of a session, oldest first. */
export function Timeline({ timeline }: { readonly timeline: SessionTimeline }) {
  const people = usePeople();
  const attemptNumbers = new Map<string, number>(
    timeline.attempts.map(({ id, attempt_number }) => [id, attempt_number]),
  );
  return (
    <Section title="Timeline">
      <ol className={styles.timeline}>
        {timeline.history.map((entry) => {
          const { sentence, reason, actor } = formatHistoryEntry(entry, people);
          const number = attemptNumbers.get(entry.attempt_id ?? '');
          return (
            <li className={styles.entry} data-subject={entry.subject} key={entry.sequence}>
              <span className={`${details.at} ${styles.at}`}>
                <Timestamp at={entry.at} form="clock" />
              </span>
              <span className={styles.icon}>
                <ToneIcon tone={toneOf(entry)} />
              </span>
              <div>
                <p>
                  {entry.subject === 'attempt' && (
                    <span className="muted">Attempt{number ? ` ${number}` : ''} · </span>
                  )}
                  <span className={styles.sentence}>{sentence}</span>
                  <span className={styles.actor}> {actor}</span>
                </p>
                {reason && <p className="muted">{reason}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function toneOf({ to_status: to, subject }: HistoryEntry): Tone {
  if (to === null) return 'neutral';
  return subject === 'attempt'
    ? getAttemptStatusLabel(to).tone
    : sessionStatusLabels[to as SessionStatus].tone;
}
