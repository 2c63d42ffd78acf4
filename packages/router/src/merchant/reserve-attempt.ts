import { reserveAttemptInput, reservedAttempt } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const reserveAttempt = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [
      'provider_error',
      'cart_version_conflict',
      'payment_in_progress',
      'attempt_options_mismatch',
      'session_expired',
      'session_state_conflict',
    ],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts',
      tags: ['Acquisition attempts'],
      summary: 'Reserve or join the attempt',
      description:
        'Reserves the one attempt of a session, or joins it with equal options, and answers the keys and metadata to create the provider objects with.',
    },
  })
  .input(reserveAttemptInput)
  .output(reservedAttempt)
  .mutation(({ ctx, input }) => operations.reserveAttempt(ctx.deps, ctx.caller, input));
