import type { SessionStatus } from '@parley/domain';
import type { SessionStory, StoryEntry } from '@parley/operations';
import { Timestamp, ToneIcon } from '@parley/ui/components';
import { getAttemptStatusLabel, sessionStatusLabels, type Tone } from '@parley/ui/status';
import type { Cast } from '../detail/actor.ts';
import { Section } from '../detail/section.tsx';
import { tellEntry } from './tell-entry.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly story: SessionStory;
  readonly cast: Cast;
}

/** What happened, oldest first. */
export function Timeline({ story, cast }: TimelineProps) {
  const numbers = new Map(story.attempts.map((one) => [one.id as string, one.attempt_number]));
  return (
    <Section title="What happened">
      <ol className={styles.timeline}>
        {story.history.map((entry) => {
          const { sentence, reason, actor } = tellEntry(entry, cast);
          const number = numbers.get(entry.attempt_id ?? '');
          return (
            <li className={styles.entry} data-subject={entry.subject} key={entry.sequence}>
              <span className={styles.at}>
                <Timestamp at={entry.at} form="clock" />
              </span>
              <span className={styles.node}>
                <ToneIcon tone={toneOf(entry)} />
              </span>
              <div>
                <p>
                  {entry.subject === 'attempt' && (
                    <span className={styles.attempt}>Attempt{number ? ` ${number}` : ''} · </span>
                  )}
                  <span className={styles.sentence}>{sentence}</span>
                  <span className={styles.actor}> {actor}</span>
                </p>
                {reason && <p className={styles.reason}>{reason}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function toneOf({ to_status: to, subject }: StoryEntry): Tone {
  if (to === null) return 'neutral';
  return subject === 'attempt'
    ? getAttemptStatusLabel(to).tone
    : sessionStatusLabels[to as SessionStatus].tone;
}
