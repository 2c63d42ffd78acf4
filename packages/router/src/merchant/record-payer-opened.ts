import { payerOpenedSession, sessionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const recordPayerOpened = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['session_expired', 'session_state_conflict'],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/payer_opened',
      tags: ['Sessions'],
      summary: 'Record that the payer opened checkout',
      description: 'Records that the payer opened the checkout and answers the cart as it stands.',
    },
  })
  .input(sessionInput)
  .output(payerOpenedSession)
  .mutation(({ ctx, input }) => operations.recordPayerOpened(ctx.deps, ctx.caller, input));
