import { CopyId, Timestamp } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { DeedForm } from '../form/deed-form.tsx';
import { retryProviderEvent } from './actions.ts';
import styles from './event-list.module.css';
import { tellNote } from './tell-note.ts';

/** An event of the provider that waits. */
interface HeldEvent {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly note: string | null;
  readonly attempts: number;
  readonly proxy_session_id: string | null;
  readonly received_at: string;
}

interface EventListProps {
  readonly events: readonly HeldEvent[];
  readonly mayRetry: boolean;
}

/** Events of the provider that could not be applied, newest first, with what stood in the way. */
export function EventList({ events, mayRetry }: EventListProps) {
  return (
    <ol className={styles.events}>
      {events.map((event) => (
        <EventItem event={event} key={event.id} mayRetry={mayRetry} />
      ))}
    </ol>
  );
}

function EventItem({ event, mayRetry }: { readonly event: HeldEvent; readonly mayRetry: boolean }) {
  const { sentence, code } = tellNote(event.note);
  return (
    <li className={styles.event}>
      <div className={styles.what}>
        <p className={styles.type}>
          <code>{event.type}</code> about <CopyId id={event.object_id} label="object id" />
        </p>
        <p>
          {sentence} {code && <code className="muted">{code}</code>}
        </p>
        <p className={`small ${styles.facts}`}>
          <span>
            Received <Timestamp at={event.received_at} />,{' '}
            {event.attempts === 1 ? 'tried once' : `tried ${event.attempts} times`}
          </span>
          <CopyId id={event.id} label="provider event id" />
          {event.proxy_session_id && (
            <Link href={`/sessions/${event.proxy_session_id}` as Route}>Open its session</Link>
          )}
        </p>
      </div>
      {mayRetry && (
        <DeedForm action={retryProviderEvent} hidden={{ id: event.id }} submit="Try again" />
      )}
    </li>
  );
}
