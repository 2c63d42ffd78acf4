import type { SessionStory } from '@parley/operations';
import { CopyId, Timestamp } from '@parley/ui/components';
import styles from './events.module.css';

/** What the merchant's endpoints are told of. */
export function Events({ events }: { readonly events: SessionStory['events'] }) {
  return (
    <details>
      <summary className={styles.title}>{`Events, ${events.length}`}</summary>
      <ol className={styles.events}>
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
