import { DomainError } from '@parley/domain';
import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { type CallableProcedure, procedures } from '../app-router.ts';
import type { RequestContext } from '../context.ts';
import type { OperationMeta } from '../operation-meta.ts';
import { consumeRateLimit } from '../principal.ts';
import { admitCaller } from '../procedure.ts';
import { queryParser } from './query-input.ts';

/** The meta of a procedure that REST exposes. */
type RestMeta = OperationMeta & Required<Pick<OperationMeta, 'openapi' | 'scope'>>;

/** An operation of the REST API. */
export interface RestRoute {
  /** The operationId of the OpenAPI document; logs and metrics use it too. */
  readonly operation: string;
  /** The path of the procedure in the router: sessions.create */
  readonly procedure: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the version, with parameters in braces: /proxy_sessions/{id} */
  readonly path: string;
  readonly meta: RestMeta;
  /** The input schema of the procedure: path parameters together with the query or the body. */
  readonly input: z.ZodObject | undefined;
  /**
   * Does what the procedure does, without tRPC, which copies the context and what it knows of the call for
   * each middleware, and parses asynchronously, for which Zod does not use its compiled parsers.
   */
  call(ctx: RequestContext, request: RestRequest): Promise<unknown>;
}

/** The parts of a request, which are not validated. */
export interface RestRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /**
   * Parses the body; undefined without one. Called once, when the caller is authorized and the process
   * has capacity.
   * @throws DomainError unsupported_media_type, invalid_request
   */
  parseBody(): unknown;
}

/** One route for each procedure of the router that has OpenAPI meta. */
export function restRoutes(): RestRoute[] {
  return Object.entries(procedures).flatMap(([path, procedure]) =>
    procedure._def.meta?.openapi ? [restRoute(path, procedure)] : [],
  );
}

function restRoute(procedurePath: string, procedure: CallableProcedure): RestRoute {
  const { type, inputs, output, resolver, meta = {} } = procedure._def;
  const { openapi, scope } = meta;
  if (!openapi?.operationId || !scope) {
    throw new Error(`${procedurePath} needs an operationId and a scope for REST`);
  }
  const { operationId, method, path } = openapi;
  const input = inputs.at(-1);
  const reads = method === 'GET';
  const parseQuery = queryParser(reads ? input : undefined);
  return {
    operation: operationId,
    procedure: procedurePath,
    method,
    path,
    meta: { ...meta, openapi, scope },
    input,
    async call(ctx, request) {
      const readInput = async () =>
        reads ? mergeParams(request.params, parseQuery(request.query)) : bodyInput(request);
      let rawInput: ReturnType<typeof readInput> | undefined;
      const getRawInput = () => {
        rawInput ??= readInput();
        return rawInput;
      };
      const parseInput = async () => input && parse(input, await getRawInput(), 'BAD_REQUEST');
      try {
        const credentials = meta.publishableKey ? await parseInput() : undefined;
        await consumeRateLimit(ctx, meta, credentials);
        const call = { type, path: procedurePath, input: credentials, getRawInput };
        return await admitCaller(ctx, meta, call, async (admitted) => {
          const parsed = credentials ?? (await parseInput());
          const result = await resolver({ ctx: { ...ctx, ...admitted }, input: parsed });
          return output ? parse(output, result, 'INTERNAL_SERVER_ERROR') : result;
        });
      } catch (error) {
        throw getTRPCErrorFromUnknown(error);
      }
    },
  };
}

/** @throws TRPCError with the code, as the middlewares of tRPC do */
function parse(schema: z.ZodType, value: unknown, code: TRPCError['code']): unknown {
  try {
    return schema.parse(value);
  } catch (cause) {
    throw new TRPCError({ code, cause });
  }
}

/** The input of a write: the path parameters with the body. */
function bodyInput({ params, parseBody }: RestRequest): Record<string, unknown> {
  const body = parseBody();
  if (body === undefined) return mergeParams(params, {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DomainError('invalid_request', 'The body must be a JSON object.');
  }
  return mergeParams(params, body as Record<string, unknown>);
}

/** @throws DomainError not_found, invalid_request when a path parameter is repeated elsewhere */
function mergeParams(
  params: RestRequest['params'],
  given: Record<string, unknown>,
): Record<string, unknown> {
  // No id contains a NUL character, and PostgreSQL does not store one.
  if (Object.values(params).some((value) => value.includes('\0'))) {
    throw new DomainError('not_found');
  }
  const repeated = Object.keys(params).find((name) => Object.hasOwn(given, name));
  if (repeated !== undefined) {
    throw new DomainError(
      'invalid_request',
      `${repeated}: not a known field; it is part of the path.`,
    );
  }
  return { ...given, ...params };
}
