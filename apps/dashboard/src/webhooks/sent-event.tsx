import type { Event } from '@parley/contract';
import { Raw } from '../detail/raw.tsx';
import { Section } from '../detail/section.tsx';

/** The event as it goes over the wire, but for the spaces. */
export function SentEvent({ event }: { readonly event: Event }) {
  return (
    <Section title="Event">
      <Raw label="The event as JSON" text={JSON.stringify(event, null, 2)} />
    </Section>
  );
}
