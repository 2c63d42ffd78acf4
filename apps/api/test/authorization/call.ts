import { newId } from '@parley/operations';
import { appRouter, formatErrorResponse, type RequestContext } from '@parley/router';
import { callTRPCProcedure } from '@trpc/server';
import type { TestApi } from '../api.ts';

/** Credentials: in the context of the request, or in the input of the procedure. */
export interface Credentials {
  readonly context?: Pick<RequestContext, 'authorization' | 'person' | 'payerPage'>;
  readonly input?: object;
}

const mail = { mailer: { send: () => {} }, dashboardUrl: 'https://dashboard.example' };

/** Calls a procedure in process. Returns "yes" and the result, or the code of the refusal. */
export async function callProcedure(
  api: TestApi,
  path: string,
  { context, input }: Credentials,
  given: object | undefined,
) {
  try {
    const result: unknown = await callTRPCProcedure({
      router: appRouter,
      path,
      type: 'query',
      allowMethodOverride: true,
      getRawInput: async () => (given || input ? { ...given, ...input } : undefined),
      ctx: { deps: { ...api.deps, mail }, requestId: newId('req'), ...context },
      signal: undefined,
      batchIndex: 0,
    });
    return { code: 'yes', result };
  } catch (error) {
    return { code: formatErrorResponse(error).code as string, result: null };
  }
}

/** A checksum of every row of every table, with the transaction that wrote the row. */
export async function checksumsOf({
  database: { client },
}: TestApi): Promise<Record<string, string>> {
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;
  const selects = tables.map(({ name }) => {
    // The time of a key's last use changes with every request.
    const row =
      name === 'api_key' ? `(to_jsonb(t) - 'last_used_at')::text` : `to_jsonb(t)::text || t.xmin`;
    return `SELECT '${name}' AS name,
      count(*) || ' rows, ' || md5(coalesce(string_agg(${row}, ',' ORDER BY ${row}), '')) AS sum
      FROM "${name}" t`;
  });
  const sums = await client.$queryRawUnsafe<{ name: string; sum: string }[]>(
    selects.join(' UNION ALL '),
  );
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]));
}
