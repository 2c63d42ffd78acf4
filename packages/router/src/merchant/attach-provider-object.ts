import { acquisitionAttempt, attachProviderObjectInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const attachProviderObject = merchantProcedure
  .meta({
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
