import { CopyId, Timestamp } from '@parley/ui/components';
import styles from './session-page.module.css';
import type { SessionTimeline } from './session-timeline.ts';

/** The events that were sent to the merchant's endpoints. */
export function SessionEvents({ events }: Pick<SessionTimeline, 'events'>) {
  return (
    <details>
      <summary className={styles.eventsTitle}>{`Events, ${events.length}`}</summary>
      <ol>
        {events.map(({ id, type, created_at }) => (
          <li className={styles.event} key={id}>
            <code>{type}</code>
            <CopyId id={id} label="event id" />
            <span className="small">
              <Timestamp at={created_at} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
