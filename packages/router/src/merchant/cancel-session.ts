import { reportOutput, sessionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const cancelSession = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['payment_in_progress', 'session_expired', 'session_state_conflict', 'provider_error'],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/cancel',
      tags: ['Sessions'],
      summary: 'Cancel a session',
      description:
        'Gives an open session up and closes its provider object. Repeating it changes nothing.',
    },
  })
  .input(sessionInput)
  .output(reportOutput)
  .mutation(({ ctx, input }) => operations.cancelSession(ctx.deps, ctx.caller, input));
