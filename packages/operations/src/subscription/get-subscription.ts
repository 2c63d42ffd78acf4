import type { Subscription } from '@parley/contract';
import type { LoadedSubscription, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { subscriptionView } from './subscription-view.ts';

/**
 * A subscription as it stands. Source: interface 4.16.
 * @throws DomainError not_found
 */
export async function getSubscription(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<Subscription> {
  const loaded = await deps.database.of(scope).subscriptions.find(input.id);
  if (!loaded) throw new DomainError('not_found', 'There is no subscription with this id.');
  return subscriptionView(loaded);
}

/**
 * The merchant's subscriptions, newest first; an extension of the interface.
 * @throws DomainError invalid_request for a cursor that no page gave
 */
export async function listSubscriptions(
  deps: Deps,
  scope: Scope,
  input: { limit: number; cursor?: string | undefined },
) {
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const rows = await deps.database.of(scope).subscriptions.list({
    limit: input.limit + 1,
    ...(after ? { after } : {}),
  });
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const has_more = rows.length > input.limit;
  return {
    data: page.map(subscriptionView),
    has_more,
    next_cursor: has_more && last ? writeCursor(last) : null,
  };
}

function writeCursor({ subscription }: LoadedSubscription): string {
  const { createdAt, id } = subscription;
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string): { createdAt: Date; id: string } {
  const [ms, id] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const createdAt = new Date(Number(ms));
  if (!id || !/^psub_\w+$/.test(id) || Number.isNaN(createdAt.getTime())) {
    throw new DomainError('invalid_request', 'cursor must be a next_cursor of another page.');
  }
  return { createdAt, id };
}
