import { issueHandoffOutput, sessionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const issuePayerHandoff = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['session_expired', 'session_state_conflict'],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/payer_handoff',
      tags: ['Sessions'],
      summary: 'Record the handoff',
      description: 'Records that the payer was given the way to the session.',
    },
  })
  .input(sessionInput)
  .output(issueHandoffOutput)
  .mutation(({ ctx, input }) => operations.issuePayerHandoff(ctx.deps, ctx.caller, input));
