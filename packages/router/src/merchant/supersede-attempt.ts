import { reservedAttempt, supersedeAttemptInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const supersedeAttempt = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [
      'attempt_version_conflict',
      'attempt_not_terminal',
      'session_expired',
      'session_state_conflict',
    ],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/supersede',
      tags: ['Acquisition attempts'],
      summary: 'Supersede an attempt',
      description: 'Replaces an attempt that failed, was canceled or expired by a new one.',
    },
  })
  .input(supersedeAttemptInput)
  .output(reservedAttempt)
  .mutation(({ ctx, input }) => operations.supersedeAttempt(ctx.deps, ctx.caller, input));
