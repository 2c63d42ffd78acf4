import { acquisitionAttempt, attachProviderObjectInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const attachProviderObject = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [
      'provider_error',
      'attempt_version_conflict',
      'cart_version_conflict',
      'evidence_conflict',
      'payment_in_progress',
      'provider_object_conflict',
      'session_expired',
      'session_state_conflict',
      'object_type_mismatch',
      'provider_amount_mismatch',
    ],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{proxy_session_id}/acquisition_attempts/{acquisition_attempt_id}/provider_objects',
      tags: ['Acquisition attempts'],
      summary: 'Attach a provider object',
      description:
        'Attaches one provider object to its role in an attempt. The same object again changes nothing.',
    },
  })
  .input(attachProviderObjectInput)
  .output(acquisitionAttempt)
  .mutation(({ ctx, input }) => operations.attachProviderObject(ctx.deps, ctx.caller, input));
