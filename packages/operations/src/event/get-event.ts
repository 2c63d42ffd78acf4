import type { Event } from '@parley/contract';
import type { OutboxRecord, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/** Events are returned exactly as they were sent. */
export const eventView = (event: OutboxRecord): Event => event.payload as unknown as Event;

export const eventNotFound = () => new DomainError('not_found', 'There is no event with this id.');

/**
 * Retrieves an event as it was sent.
 * @throws DomainError not_found
 */
export async function getEvent(deps: Deps, scope: Scope, input: { event_id: string }) {
  const event = await deps.database.forScope(scope).outbox.find(input.event_id);
  if (!event) throw eventNotFound();
  return { event: eventView(event) };
}
