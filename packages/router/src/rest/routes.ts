import { DomainError } from '@parley/domain';
import type { z } from 'zod';
import { type CallableProcedure, procedures } from '../app-router.ts';
import type { RequestContext } from '../context.ts';
import type { OperationMeta } from '../operation-meta.ts';
import { queryReader } from './query-input.ts';

/** The meta of a procedure that REST exposes. */
type RestMeta = OperationMeta & Required<Pick<OperationMeta, 'openapi' | 'scope'>>;

/** An operation as HTTP reaches it. */
export interface RestRoute {
  /** The operationId of the OpenAPI document; logs and metrics use it too. */
  readonly operation: string;
  /** The path of the procedure in the router: sessions.create */
  readonly procedure: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the version, parameters in braces: /proxy_sessions/{id} */
  readonly path: string;
  /** What stands beside the procedure. */
  readonly meta: RestMeta;
  /** What the procedure takes: the path's parameters with those of the query or the body. */
  readonly input: z.ZodObject | undefined;
  call(ctx: RequestContext, request: RestRequest): Promise<unknown>;
}

/** What a request brings, parsed but not checked. */
export interface RestRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined when there was none. */
  readonly body: unknown;
}

/** One route for each procedure of the router that has OpenAPI meta. */
export function restRoutes(): RestRoute[] {
  return Object.entries(procedures).flatMap(([path, procedure]) =>
    procedure._def.meta?.openapi ? [restRoute(path, procedure)] : [],
  );
}

function restRoute(procedurePath: string, procedure: CallableProcedure): RestRoute {
  const { type, inputs, meta = {} } = procedure._def;
  const { openapi, scope } = meta;
  if (!openapi?.operationId || !scope) {
    throw new Error(`${procedurePath} needs an operationId and a scope for REST`);
  }
  const { operationId, method, path } = openapi;
  const input = inputs.at(-1);
  const reads = method === 'GET';
  const readQuery = queryReader(reads ? input : undefined);
  return {
    operation: operationId,
    procedure: procedurePath,
    method,
    path,
    meta: { ...meta, openapi, scope },
    input,
    call: (ctx, request) =>
      procedure({
        ctx,
        path: procedurePath,
        type,
        getRawInput: async () =>
          reads ? merged(request.params, readQuery(request.query)) : inputOf(request),
        signal: undefined,
        batchIndex: 0,
      }),
  };
}

/** The input of a write: the path's parameters with the body. */
function inputOf({ params, body }: RestRequest): Record<string, unknown> {
  if (body === undefined) return merged(params, {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DomainError('invalid_request', 'The body must be a JSON object.');
  }
  return merged(params, body as Record<string, unknown>);
}

/** What stands in the path is named there and nowhere else. */
function merged(
  params: RestRequest['params'],
  given: Record<string, unknown>,
): Record<string, unknown> {
  // No id of anything has one, and no database takes it.
  if (Object.values(params).some((value) => value.includes('\0'))) {
    throw new DomainError('not_found');
  }
  const named = Object.keys(params).find((name) => Object.hasOwn(given, name));
  if (named !== undefined) {
    throw new DomainError('invalid_request', `${named}: not a known field; it stands in the path.`);
  }
  return { ...given, ...params };
}
