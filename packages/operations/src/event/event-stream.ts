import type { Scope } from '@parley/db';
import {
  type AuditEntryId,
  type EventId,
  formatId,
  getIdTime,
  ID_RANDOM_BYTES,
  InvalidFieldError,
  isId,
} from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/**
 * Maximum milliseconds from the creation of an id to the moment when others can read its row: the wait for
 * a commit, its statement, and the difference between the clocks of the process and the database.
 */
const MAX_DELAY_MS = 60_000;
/** At most 2 MB, as an event has at most 20 KiB. */
const MAX_MESSAGES = 100;

/** Where a stream of events is. */
export interface StreamPosition {
  /** Older messages are not read again: no more of them can appear. */
  readonly since: Date;
  /** The later messages that were read, in order. */
  readonly seen: readonly (EventId | AuditEntryId)[];
}

/**
 * The position of a new stream.
 * @param lastEventId the id of the last received message: later ones follow, and those of the minute before it are
 *   repeated. Without it, the stream begins now
 * @throws DomainError invalid_request if it is not the id of a message
 */
export async function openStream(
  deps: Deps,
  scope: Scope,
  lastEventId: string | undefined,
): Promise<StreamPosition> {
  if (lastEventId !== undefined) {
    if (!isId('evt', lastEventId) && !isId('audit', lastEventId))
      throw new InvalidFieldError('last-event-id', 'must be the id of a message of this stream.');
    return { since: new Date(getIdTime(lastEventId) - MAX_DELAY_MS), seen: [] };
  }
  const now = await deps.database.now();
  let position: StreamPosition = { since: new Date(now.getTime() - MAX_DELAY_MS), seen: [] };
  // Events that exist are not part of the stream, but one that appears later may have an older id.
  for (let isCurrent = false; !isCurrent; )
    ({ position, isCurrent } = await readStream(deps, scope, position));
  return position;
}

/** The id that a stream continues after: that of the last message, or of the time. */
export const streamPositionId = ({ since }: StreamPosition): EventId =>
  formatId('evt', since.getTime() + MAX_DELAY_MS, new Uint8Array(ID_RANDOM_BYTES));

/**
 * Reads the messages after a position, oldest first: events when they are created, and whenever they are sent again.
 * @returns isCurrent whether there are no more at the moment
 */
export async function readStream(deps: Deps, scope: Scope, { since, seen }: StreamPosition) {
  const now = await deps.database.now();
  const messages = await deps.database
    .forScope(scope)
    .eventStream.read({ since, seen, limit: MAX_MESSAGES });
  const isCurrent = messages.length < MAX_MESSAGES;
  const last = messages.at(-1);
  const readTo = isCurrent || !last ? Number.POSITIVE_INFINITY : getIdTime(last.id);
  const nextMs = Math.max(since.getTime(), Math.min(readTo, now.getTime() - MAX_DELAY_MS));
  const all = [...seen, ...messages.map(({ id }) => id)];
  const position: StreamPosition = {
    since: new Date(nextMs),
    seen: all.filter((id) => getIdTime(id) >= nextMs),
  };
  return { messages, position, isCurrent };
}
