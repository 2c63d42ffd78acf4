import { reportOutput, resolveConflictInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const resolveConflict = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: [
      'session_expired',
      'session_state_conflict',
      'provider_amount_mismatch',
      'provider_error',
    ],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/resolve',
      tags: ['Sessions'],
      summary: 'Resolve a payment conflict',
      description:
        'Ends payment_conflicted: accept leads to paid with what was taken, refunded to canceled once the provider shows all of it as refunded. Repeating it changes nothing.',
    },
  })
  .input(resolveConflictInput)
  .output(reportOutput)
  .mutation(({ ctx, input }) => operations.resolveConflict(ctx.deps, ctx.caller, input));
