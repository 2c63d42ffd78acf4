import { DomainError } from '@parley/domain';
import type { z } from 'zod';
import type { MerchantContext } from '../context.ts';
import { merchantRouter } from '../merchant/index.ts';
import type { OperationMeta } from '../operation-meta.ts';
import { queryReader } from './query-input.ts';

/** An operation as HTTP reaches it. */
export interface RestRoute {
  /** The procedure's name, for logs. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the version, parameters in braces: /proxy_sessions/{id} */
  readonly path: string;
  /** What stands beside the procedure. */
  readonly meta: OperationMeta;
  /** What the procedure takes: the path's parameters with those of the query or the body. */
  readonly input: z.ZodObject | undefined;
  call(ctx: MerchantContext, request: RestRequest): Promise<unknown>;
}

/** What a request brings, parsed but not checked. */
export interface RestRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined when there was none. */
  readonly body: unknown;
}

/** How tRPC calls a procedure. Its own callers build a proxy for each request, which costs more. */
interface CallableProcedure {
  (call: {
    ctx: MerchantContext;
    path: string;
    type: 'query' | 'mutation';
    getRawInput: () => Promise<unknown>;
    signal: undefined;
    batchIndex: number;
  }): Promise<unknown>;
  readonly _def: {
    readonly type: 'query' | 'mutation';
    readonly meta?: OperationMeta;
    readonly inputs: readonly z.ZodObject[];
  };
}

/** One route for each procedure of the merchant router, from its own OpenAPI meta. */
export function restRoutes(): RestRoute[] {
  const procedures = Object.entries(
    merchantRouter._def.procedures as unknown as Record<string, CallableProcedure>,
  );
  return procedures.map(([operation, procedure]) => {
    const { meta } = procedure._def;
    const openapi = meta?.openapi;
    if (!openapi) throw new Error(`${operation} has no OpenAPI meta`);
    const { type } = procedure._def;
    const input = procedure._def.inputs.at(-1);
    const readQuery = queryReader(openapi.method === 'GET' ? input : undefined);
    return {
      operation,
      method: openapi.method,
      path: openapi.path,
      meta,
      input,
      call: (ctx, request) =>
        procedure({
          ctx,
          path: operation,
          type,
          getRawInput: async () =>
            openapi.method === 'GET'
              ? merged(request.params, readQuery(request.query))
              : inputOf(request),
          signal: undefined,
          batchIndex: 0,
        }),
    };
  });
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
