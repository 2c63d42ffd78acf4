import type { Scope, StreamMessage } from '@parley/db';
import { formatId, getIdTime, ID_RANDOM_BYTES, InvalidFieldError, isId } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/**
 * Maximum milliseconds from the creation of an id to the moment when others can read its row: the wait for
 * a commit, its statement, and the difference between the clocks of the process and the database.
 */
const MAX_DELAY_MS = 60_000;
/** How often rows are looked for that became visible after later ones. */
const LATE_CHECK_MS = 5_000;
/** At most 2 MB, as an event has at most 20 KiB. */
const MAX_MESSAGES = 100;
/** Of a merchant with more events in a minute, late ones are looked for among these. */
const MAX_KNOWN = 10_000;

type Kind = 'evt' | 'audit';

/** Where a stream is in the events, or in the audit log's entries of resendings. */
interface SourcePosition {
  /** All visible rows up to this id were examined. */
  readonly after: string;
  /** The messages of the minute before it that were read, in order. */
  readonly known: readonly StreamMessage['id'][];
}

/** Where a stream of events is. */
export interface StreamPosition {
  readonly sources: Readonly<Record<Kind, SourcePosition>>;
  /** When late rows are looked for again, in milliseconds since 1970 by the database's clock. */
  readonly lateCheckAt: number;
}

const firstId = (kind: Kind, ms: number) =>
  formatId(kind, Math.max(ms, 0), new Uint8Array(ID_RANDOM_BYTES));
/** The largest possible id of a millisecond. */
const lastId = (kind: Kind, ms: number) =>
  formatId(kind, ms, new Uint8Array(ID_RANDOM_BYTES).fill(255));
const timeOf = (id: string) => getIdTime(id as StreamMessage['id']);

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
  const now = (await deps.database.now()).getTime();
  const position = (evt: SourcePosition, audit: SourcePosition) => ({
    sources: { evt, audit },
    lateCheckAt: now + LATE_CHECK_MS,
  });
  if (lastEventId !== undefined) {
    if (!isId('evt', lastEventId) && !isId('audit', lastEventId))
      throw new InvalidFieldError('last-event-id', 'must be the id of a message of this stream.');
    const from = getIdTime(lastEventId) - MAX_DELAY_MS;
    const start = (kind: Kind) => ({ after: firstId(kind, from), known: [] });
    return position(start('evt'), start('audit'));
  }
  const { eventStream } = deps.database.forScope(scope);
  // Events that exist are not part of the stream, but one that appears later may have an older id.
  const skip = async (kind: Kind): Promise<SourcePosition> => {
    const from = firstId(kind, now - MAX_DELAY_MS);
    const newest = await eventStream.listNewest(kind, { from, limit: MAX_KNOWN });
    const known = newest.flatMap(({ id, isOwn }) => (isOwn ? [id] : [])).reverse();
    return { after: newest[0]?.id ?? from, known };
  };
  return position(await skip('evt'), await skip('audit'));
}

/**
 * Reads messages after a position, in the order of their times: events when they are created, and whenever they are
 * sent again. A client that received a message has received everything more than a minute before it.
 * @returns isCurrent whether there are no more at the moment, and the id that a client continues after which
 *   received everything up to here
 */
export async function readStream(deps: Deps, scope: Scope, position: StreamPosition) {
  const nowMs = (await deps.database.now()).getTime();
  const { eventStream } = deps.database.forScope(scope);
  const checksLate = nowMs >= position.lateCheckAt;
  const readLate = (kind: Kind) => {
    const { after, known } = position.sources[kind];
    const from = firstId(kind, timeOf(after) - MAX_DELAY_MS);
    // Of more messages than are known, the older ones are not looked for.
    const range = { from: known.length < MAX_KNOWN ? from : (known[0] ?? from), to: after, known };
    return checksLate ? eventStream.readLate(kind, { ...range, limit: MAX_MESSAGES }) : [];
  };
  const late = { evt: await readLate('evt'), audit: await readLate('audit') };
  const readNext = (kind: Kind) =>
    eventStream.read(kind, { after: position.sources[kind].after, limit: MAX_MESSAGES });
  const next = { evt: await readNext('evt'), audit: await readNext('audit') };
  /** Up to here, both sources were read. */
  const readTo = Math.min(
    ...Object.values(next).map(({ isFull, examinedTo }) =>
      isFull && examinedTo ? timeOf(examinedTo) : Number.POSITIVE_INFINITY,
    ),
  );
  const isInTime = ({ id }: StreamMessage) => timeOf(id) <= readTo;

  function advance(kind: Kind): SourcePosition {
    const { after, known } = position.sources[kind];
    const { examinedTo, messages } = next[kind];
    if (late[kind].length === 0 && examinedTo === null) return { after, known };
    const reached = examinedTo ?? after;
    // Never back: what is known of one source may be ahead of the other's backlog.
    const mark =
      timeOf(reached) <= readTo ? reached : ([after, lastId(kind, readTo)].sort().at(-1) ?? after);
    const oldest = firstId(kind, timeOf(mark) - MAX_DELAY_MS);
    const read = [...late[kind], ...messages.filter(isInTime)].map(({ id }) => id);
    const kept = [...known, ...read].filter((id) => id >= oldest);
    if (late[kind].length > 0) kept.sort();
    return { after: mark, known: kept.slice(-MAX_KNOWN) };
  }

  const inTime = [...next.evt.messages, ...next.audit.messages].filter(isInTime);
  const isCurrent = readTo === Number.POSITIVE_INFINITY;
  return {
    messages: [
      ...late.evt,
      ...late.audit,
      ...inTime.sort((a, b) => timeOf(a.id) - timeOf(b.id)),
    ] as const,
    position: {
      sources: { evt: advance('evt'), audit: advance('audit') },
      lateCheckAt: checksLate ? nowMs + LATE_CHECK_MS : position.lateCheckAt,
    } satisfies StreamPosition,
    isCurrent,
    positionId: firstId('evt', isCurrent ? nowMs : readTo),
  };
}
