import type { IdempotencyOutcome } from '@parley/contract';
import type { ApiRequestRecord, Scope } from '@parley/db';
import { type ErrorCode, errorTable } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/** Requests with the key that are read from the log. */
const MAX_REQUESTS = 100;

/** A method, and a path without version. */
interface Target {
  readonly method: string;
  readonly path: string;
}

const getName = ({ method, path }: Target) => `${method} ${path}`;

/**
 * Finds the outcome of an idempotency key for each method and path that it was used with. Stored
 * responses are found by their complete names: those of `creations`, and those in the request log.
 * @param creations the writes whose path has no parameters
 */
export async function findIdempotencyKey(
  deps: Deps,
  scope: Scope,
  { idempotency_key: key }: { readonly idempotency_key: string },
  creations: readonly Target[],
): Promise<{ data: IdempotencyOutcome[] }> {
  const { apiRequests, idempotency } = deps.database.forScope(scope);
  const { requests } = await apiRequests.list({ idempotencyKey: key, limit: MAX_REQUESTS });
  const writes = requests
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1/'))
    .map((request) => ({ ...request, path: request.path.slice('/v1'.length) }));
  const byName = Map.groupBy(writes, getName);
  const logged = writes.map(({ method, path }) => ({ method, path }));
  const names = new Map([...creations, ...logged].map((target) => [getName(target), target]));
  const records = await idempotency.listByKey(key, [...names.values()]);
  const stored = records.map(({ method, path, errorCode, createdAt, expiresAt }) => {
    const status = errorCode === null ? 200 : errorTable[errorCode as ErrorCode].status;
    const executed = (byName.get(getName({ method, path })) ?? []).findLast(
      (request) => !request.replayed && request.status === status,
    );
    return {
      method,
      path,
      state: 'stored' as const,
      status,
      error_code: errorCode,
      first_request_id: executed?.id ?? null,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    };
  });
  const found = new Set(stored.map(getName));
  const notStored = [...byName]
    .filter(([name]) => !found.has(name))
    .flatMap(([, ofTarget]) => notStoredOutcome(ofTarget));
  const data = [...stored, ...notStored];
  return { data: data.toSorted((a, b) => b.created_at.localeCompare(a.created_at)) };
}

/** @param requests those of one target, newest first */
function notStoredOutcome(requests: readonly ApiRequestRecord[]): IdempotencyOutcome[] {
  const [latest, first] = [requests.at(0), requests.at(-1)];
  if (!latest || !first) return [];
  return [
    {
      method: latest.method,
      path: latest.path,
      state: 'not_stored',
      status: latest.status,
      error_code: latest.errorCode,
      first_request_id: first.id,
      created_at: first.createdAt.toISOString(),
      expires_at: null,
    },
  ];
}
