import type { ApiRequest, ListApiRequestsInput } from '@parley/contract';
import type { ApiRequestDetails, ApiRequestRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';

/**
 * Lists the logged requests, newest first. A page may be shorter than its limit and have a next one.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export async function listApiRequests(deps: Deps, caller: Caller, input: ListApiRequestsInput) {
  const { apiRequests } = deps.database.forScope(caller);
  const { requests, examinedTo } = await apiRequests.list({
    ...parseCreatedRange(input),
    ...statusRange(input.status),
    id: input.request_id,
    pathPrefix: input.path,
    method: input.method,
    apiKeyId: input.api_key_id,
    proxySessionId: input.proxy_session_id,
    idempotencyKey: input.idempotency_key,
    limit: input.limit + 1,
    after: readCursor('req', input.cursor)?.id,
  });
  const { page, ...paging } = createPage(requests, input.limit, (request) => request, examinedTo);
  return {
    data: page.map((request) => hideIdempotencyKey(caller, request, apiRequestView(request))),
    ...paging,
    examined_to: examinedTo?.createdAt.toISOString() ?? null,
  };
}

/** @param status a status such as 404, or a class such as 4xx */
function statusRange(status: string | undefined): { statusFrom?: number; statusTo?: number } {
  if (status === undefined) return {};
  return {
    statusFrom: Number(status.replace('xx', '00')),
    statusTo: Number(status.replace('xx', '99')),
  };
}

/**
 * Retrieves a logged request with its redacted bodies.
 * @throws DomainError not_found
 */
export async function getApiRequest(deps: Deps, caller: Caller, input: { request_id: string }) {
  const { apiRequests, apiKeys } = deps.database.forScope(caller);
  const request = await apiRequests.find(input.request_id);
  if (!request) {
    throw new DomainError('not_found', 'There is no request with this id in the request log.');
  }
  const view = hideIdempotencyKey(caller, request, apiRequestDetailView(request));
  const key = await apiKeys.find(request.apiKeyId);
  return { request: { ...view, api_key: { ...view.api_key, name: key?.name ?? null } } };
}

/**
 * Without the idempotency key of another API key's request: a caller that repeats a request with its key receives
 * its response again, also one with a secret.
 */
const hideIdempotencyKey = <View extends ApiRequest>(
  { actor }: Caller,
  { apiKeyId }: ApiRequestRecord,
  view: View,
): View =>
  actor.kind === 'api_key' && actor.id !== apiKeyId ? { ...view, idempotency_key: null } : view;

/** A request as its merchant sees it. */
export function apiRequestDetailView(request: ApiRequestDetails) {
  return {
    ...apiRequestView(request),
    query: request.query,
    request_body: request.requestBody,
    response_body: request.responseBody,
  };
}

export function apiRequestView(request: ApiRequestRecord): ApiRequest {
  return {
    id: request.id,
    method: request.method,
    route: request.route,
    path: request.path,
    status: request.status,
    error_code: request.errorCode,
    duration_ms: request.durationMs,
    api_key: { id: request.apiKeyId, kind: request.apiKeyKind },
    network: request.network,
    idempotency_key: request.idempotencyKey,
    replayed: request.replayed,
    proxy_session_id: request.proxySessionId,
    created_at: request.createdAt.toISOString(),
  };
}
