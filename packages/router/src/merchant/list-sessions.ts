import { listSessionsInput, listSessionsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listSessions = merchantProcedure
  .meta({
    scope: 'proxy_sessions:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/proxy_sessions',
      tags: ['Sessions'],
      summary: 'List sessions',
      description:
        'The sessions of this merchant and mode, a page at a time, without carts and contacts; these are read one by one. Amounts are in minor units.',
    },
  })
  .input(listSessionsInput)
  .output(listSessionsOutput)
  .query(({ ctx, input }) => operations.listMerchantSessions(ctx.deps, ctx.caller, input));
