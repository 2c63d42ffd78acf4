import { reservedAttempt, supersedeAttemptInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const supersedeAttempt = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [
      'provider_error',
      'attempt_version_conflict',
      'attempt_not_terminal',
      'session_expired',
      'session_state_conflict',
    ],
    answerExample: {
      acquisition_attempt: {
        id: 'pspacq_0680yw9d4n2tq7x5k3m8w6r1bzc2hj0egfa4',
        attempt_number: 2,
        supersedes_attempt_id: 'pspacq_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
      },
      provider: {
        idempotency_keys: { root: 'pspacq_0680yw9d4n2tq7x5k3m8w6r1bzc2hj0egfa4:root' },
        metadata: { proxy_acquisition_attempt_id: 'pspacq_0680yw9d4n2tq7x5k3m8w6r1bzc2hj0egfa4' },
      },
    },
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
