import type { LoadedSession, Scope } from '@parley/db';
import { DomainError, type SessionStatus } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { merchantSessionView } from '../session-change/session-view.ts';

export interface ListSessionsInput {
  readonly status?: SessionStatus | undefined;
  /** 1 to 100. */
  readonly limit: number;
  /** `older_cursor` or `newer_cursor` of another page; the newest sessions without one. */
  readonly cursor?: string | undefined;
  /** Which way to go from the cursor. */
  readonly direction?: 'older' | 'newer' | undefined;
}

/** A page of the merchant's sessions, newest first, and the cursors to the pages beside it. */
export async function listSessions(deps: Deps, scope: Scope, input: ListSessionsInput) {
  const from = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const direction = (from && input.direction) ?? 'older';
  const rows = await deps.database.forScope(scope).sessions.list({
    limit: input.limit + 1,
    direction,
    ...(input.status ? { status: input.status } : {}),
    ...(from ? { from } : {}),
  });
  const more = rows.length > input.limit;
  const near = rows.slice(0, input.limit);
  const page = direction === 'older' ? near : near.toReversed();
  const [first, last] = [page.at(0), page.at(-1)];
  // Whoever came from a page beside this one can go back to it.
  const hasOlder = direction === 'older' ? more : true;
  const hasNewer = direction === 'newer' ? more : from !== undefined;
  return {
    data: page.map(merchantSessionView),
    older_cursor: hasOlder && last ? writeCursor(last) : null,
    newer_cursor: hasNewer && first ? writeCursor(first) : null,
  };
}

/** How many sessions there are of each status. */
export async function countSessions(deps: Deps, scope: Scope) {
  return deps.database.forScope(scope).sessions.countByStatus();
}

function writeCursor({ session }: LoadedSession): string {
  return Buffer.from(`${session.createdAt.getTime()}.${session.id}`).toString('base64url');
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [ms, id] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  if (!ms || !id || !/^\d{1,14}$/.test(ms) || !/^psess_\w+$/.test(id)) {
    throw new DomainError('invalid_request', 'cursor must be one that another page gave.');
  }
  return { createdAt: new Date(Number(ms)), id };
}
