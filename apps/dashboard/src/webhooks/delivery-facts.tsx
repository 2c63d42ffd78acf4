import type { DeliveryDetail, Event } from '@parley/contract';
import { CopyId, Timestamp } from '@parley/ui/components';
import type { Route } from 'next';
import Link from 'next/link';
import { Fact, Facts } from '../detail/facts.tsx';

interface DeliveryFactsProps {
  readonly delivery: DeliveryDetail['delivery'];
  readonly event: Event;
}

/** What is known of a delivery, in short. */
export function DeliveryFacts({ delivery, event }: DeliveryFactsProps) {
  const sessionId = sessionOf(event);
  return (
    <Facts>
      <Fact name="Event">
        <CopyId id={delivery.event_id} label="event id" />
      </Fact>
      <Fact name="Sequence">{event.sequence > 0 && event.sequence}</Fact>
      <Fact name="Schema version">
        <code>{event.schema_version}</code>
      </Fact>
      <Fact name="Session">
        {sessionId && <Link href={`/sessions/${sessionId}` as Route}>Open the session</Link>}
      </Fact>
      <Fact name="Happened">
        <Timestamp at={event.created_at} />
      </Fact>
      <Fact name="Queued">
        <Timestamp at={delivery.created_at} />
      </Fact>
      <Fact name="Ended">{delivery.finished_at && <Timestamp at={delivery.finished_at} />}</Fact>
    </Facts>
  );
}

/** The session an event is about, by whichever name its object has for it. */
function sessionOf({ data: { object } }: Event): string | null {
  const { id, proxy_session_id, original_proxy_session_id } = object as Record<string, unknown>;
  const ids = [proxy_session_id, original_proxy_session_id, id];
  const found = ids.find((one) => typeof one === 'string' && one.startsWith('psess_'));
  return typeof found === 'string' ? found : null;
}
