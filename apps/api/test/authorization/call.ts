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
