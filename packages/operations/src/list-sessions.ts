import type { LoadedSession, Scope } from '@parley/db';
import { DomainError, type SessionStatus } from '@parley/domain';
import type { Deps } from './deps.ts';
import { merchantSessionView } from './session-view.ts';

export interface ListSessionsInput {
  readonly status?: SessionStatus | undefined;
  /** 1 to 100. */
  readonly limit: number;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of the merchant's sessions, newest first. */
export async function listSessions(deps: Deps, scope: Scope, input: ListSessionsInput) {
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const rows = await deps.database.of(scope).sessions.list({
    limit: input.limit + 1,
    ...(input.status ? { status: input.status } : {}),
    ...(after ? { after } : {}),
  });
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const hasMore = rows.length > input.limit;
  return {
    data: page.map(merchantSessionView),
    has_more: hasMore,
    next_cursor: hasMore && last ? writeCursor(last) : null,
  };
}

/** How many sessions there are of each status. */
export async function countSessions(deps: Deps, scope: Scope) {
  return deps.database.of(scope).sessions.countByStatus();
}

function writeCursor({ session }: LoadedSession): string {
  return Buffer.from(`${session.createdAt.getTime()}.${session.id}`).toString('base64url');
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [ms, id] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const createdAt = new Date(Number(ms));
  if (!id || !/^psess_\w+$/.test(id) || Number.isNaN(createdAt.getTime())) {
    throw new DomainError('invalid_request', 'cursor must be the next_cursor of an earlier page.');
  }
  return { createdAt, id };
}
