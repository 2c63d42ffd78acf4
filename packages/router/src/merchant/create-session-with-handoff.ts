import { createSessionWithHandoffInput, createSessionWithHandoffOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const createSessionWithHandoff = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['invalid_expiry', 'publishable_key_mismatch'],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/handoff',
      tags: ['Sessions'],
      summary: 'Create a session and hand it to the payer',
      description: 'Creates a session and answers the URL of its payer page, in one step.',
    },
  })
  .input(createSessionWithHandoffInput)
  .output(createSessionWithHandoffOutput)
  .mutation(({ ctx, input }) => operations.createSessionWithHandoff(ctx.deps, ctx.caller, input));
