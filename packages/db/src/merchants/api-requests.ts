import type { ApiKeyKind, RequestId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import {
  type CreationPeriod,
  createdWithin,
  idsWithin,
  type ListPage,
  type ListPosition,
  listRows,
} from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { forItemsOfEachShard, type Shards } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** A request of an API key, without secrets and personal data. */
export interface ApiRequestRecord {
  /** The x-request-id. Ids sort by the time of the request. */
  readonly id: RequestId;
  readonly method: string;
  /** The pattern, such as /v1/proxy_sessions/:id/cart. */
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly errorCode: string | null;
  readonly apiKeyId: string;
  readonly apiKeyKind: ApiKeyKind;
  /** Of the client; null if it may be a payer's. */
  readonly network: string | null;
  readonly idempotencyKey: string | null;
  /** Whether the response is that of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly proxySessionId: string | null;
  /** When the request began, by the database clock. */
  readonly createdAt: Date;
}

/** JSON texts, redacted; null without the part. */
interface Contents<Json> {
  readonly query: Json | null;
  readonly requestBody: Json | null;
  readonly responseBody: Json | null;
}

/** A request to store. */
export interface NewApiRequest extends ApiRequestRecord, Scope, Contents<string> {}

export interface ApiRequestDetails extends ApiRequestRecord, Contents<unknown> {}

/** Filters and position of a list, newest first. It examines 25,000 requests by default. */
export interface ApiRequestListQuery extends ListPage<string>, CreationPeriod {
  readonly id?: string | undefined;
  /** Requests whose path begins with it. */
  readonly pathPrefix?: string | undefined;
  readonly method?: string | undefined;
  /** Leaves out the reads that succeeded, of which a client that polls sends many. */
  readonly exceptReads?: boolean;
  /** Bounds of the status, both included. */
  readonly statusFrom?: number | undefined;
  readonly statusTo?: number | undefined;
  readonly apiKeyId?: string | undefined;
  readonly proxySessionId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface ApiRequestList {
  readonly requests: readonly ApiRequestRecord[];
  /** The last examined request if the limit of examined ones ended the list; otherwise null. */
  readonly examinedTo: ListPosition | null;
}

/** The number of requests that one page examines at most if no index has all filters. */
const MAX_EXAMINED = 25_000;

/**
 * Stores requests in one statement for each shard. A request that is stored already is left as it is.
 * @returns the number of requests that were stored; a cluster also counts those that were stored already
 * @throws the first error, if all statements failed
 */
export async function insertApiRequests(
  db: SqlConnection,
  shards: Shards,
  requests: readonly NewApiRequest[],
): Promise<number> {
  let stored = 0;
  const getMerchant = ({ merchantId }: Scope) => merchantId;
  await forItemsOfEachShard(shards, 'request_log', requests, getMerchant, async (group) => {
    stored += await db.$executeRaw`
      INSERT INTO api_request (merchant_id, mode, id, method, route, path, status, duration_ms,
        error_code, api_key_id, api_key_kind, network, idempotency_key, replayed, proxy_session_id,
        query, request_body, response_body, created_at)
      SELECT r."merchantId", r.mode, r.id, r.method, r.route, r.path, r.status, r."durationMs",
        r."errorCode", r."apiKeyId", r."apiKeyKind", r.network, r."idempotencyKey", r.replayed,
        r."proxySessionId", r.query::json, r."requestBody"::json, r."responseBody"::json, r."createdAt"
      FROM json_to_recordset(${JSON.stringify(group)}::json) AS r ("merchantId" text, mode text,
        id text, method text, route text, path text, status int, "durationMs" int, "errorCode" text,
        "apiKeyId" text, "apiKeyKind" text, network text, "idempotencyKey" text, replayed boolean,
        "proxySessionId" text, query text, "requestBody" text, "responseBody" text,
        "createdAt" timestamptz)
      ON CONFLICT DO NOTHING`;
  });
  return stored;
}

const listed = sql`
  id, method, route, path, status, duration_ms AS "durationMs", error_code AS "errorCode",
  api_key_id AS "apiKeyId", api_key_kind AS "apiKeyKind", network,
  idempotency_key AS "idempotencyKey", replayed, proxy_session_id AS "proxySessionId",
  created_at AS "createdAt"`;

/** The conditions of a list, by the part of it that the chosen index has. */
function getConditions(query: ApiRequestListQuery) {
  const { pathPrefix, method, statusFrom, statusTo, apiKeyId, proxySessionId, idempotencyKey } =
    query;
  const when = <Value>(value: Value | undefined, condition: (value: Value) => Sql) =>
    value === undefined ? [] : [condition(value)];
  const byId = when(query.id, (id) => sql`id = ${id}`);
  const byKey = when(apiKeyId, (id) => sql`api_key_id = ${id}`);
  const bySession = when(proxySessionId, (id) => sql`proxy_session_id = ${id}`);
  const byIdempotencyKey = when(idempotencyKey, (key) => sql`idempotency_key = ${key}`);
  // A literal, so that the partial index `api_request_failed` is found whatever the plan.
  const byFailure = (statusFrom ?? 0) >= 400 ? [sql`status >= 400`] : [];
  const [index = [], ...others] = [byId, byIdempotencyKey, bySession, byKey, byFailure].filter(
    (conditions) => conditions.length > 0,
  );
  const rest = [
    ...others.flat(),
    ...when(statusFrom, (from) => sql`status >= ${from}`),
    ...when(statusTo, (to) => sql`status <= ${to}`),
    ...when(method, (one) => sql`method = ${one}`),
    ...(query.exceptReads ? [sql`(method <> 'GET' OR status >= 400)`] : []),
    ...when(pathPrefix, (prefix) => sql`starts_with(path, ${prefix})`),
  ];
  return { index, rest };
}

/** The logged requests of one merchant in one mode. */
export function apiRequestRepository(db: Connection, { merchantId, mode }: Scope) {
  const inScope = sql`merchant_id = ${merchantId} AND mode = ${mode}`;

  return {
    /** Newest first. */
    async list(query: ApiRequestListQuery): Promise<ApiRequestList> {
      const { maxExamined = MAX_EXAMINED } = query;
      const { index, rest } = getConditions(query);
      const list = {
        table: sql`api_request`,
        columns: listed,
        key: ['id'] as const,
        index: [inScope, ...index, ...idsWithin('req', query)],
        rest: [...rest, ...createdWithin(query)],
      };
      const found = await listRows<ApiRequestRecord>(db, list, { ...query, maxExamined });
      return { requests: found.rows, examinedTo: found.examinedTo };
    },

    async find(id: string): Promise<ApiRequestDetails | null> {
      const [request = null] = await db.$queryRaw<ApiRequestDetails[]>`
        SELECT ${listed}, query, request_body AS "requestBody", response_body AS "responseBody"
        FROM api_request WHERE ${inScope} AND id = ${id}`;
      return request;
    },
  };
}
