import type { EventType } from '@parley/domain';
import type { Event } from './event.ts';
import recordedEvents from './recorded-events.json' with { type: 'json' };

/**
 * An event of a type as a webhook endpoint received it in a test. The documentation and test events use
 * it. `npm run events:write` records the events again.
 */
export function sampleEvent(type: EventType): Event {
  return recordedEvents[type] as Event;
}
