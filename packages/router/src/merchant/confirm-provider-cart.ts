import { acquisitionAttempt, confirmProviderCartInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const confirmProviderCart = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [
      'attempt_version_conflict',
      'cart_version_conflict',
      'evidence_conflict',
      'session_expired',
      'session_state_conflict',
      'provider_amount_mismatch',
    ],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_cart',
      tags: ['Acquisition attempts'],
      summary: 'Confirm the cart',
      description:
        'Confirms which cart revision the attached root object represents. Amounts are in minor units.',
    },
  })
  .input(confirmProviderCartInput)
  .output(acquisitionAttempt)
  .mutation(({ ctx, input }) => operations.confirmProviderCart(ctx.deps, ctx.caller, input));
