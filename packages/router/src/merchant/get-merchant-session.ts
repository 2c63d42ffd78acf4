import { merchantSession, sessionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const getMerchantSession = merchantProcedure
  .meta({
    scope: 'proxy_sessions:read',
    errors: [],
    openapi: {
      method: 'GET',
      path: '/proxy_sessions/{id}/merchant',
      tags: ['Sessions'],
      summary: 'Read a session',
      description: 'The merchant view: everything there is to know about a session.',
    },
  })
  .input(sessionInput)
  .output(merchantSession)
  .query(({ ctx, input }) => operations.getMerchantSession(ctx.deps, ctx.caller, input));
