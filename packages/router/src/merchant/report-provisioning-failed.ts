import { reportOutput, reportProvisioningFailedInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const reportProvisioningFailed = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['session_expired', 'session_state_conflict'],
    answerExample: { status: 'provisioning_failed' },
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/provisioning_failed',
      tags: ['Sessions'],
      summary: 'Report that fulfilment is impossible',
      description:
        'Marks a paid or provisionable session as permanently unfulfilled. Repeating it changes nothing.',
    },
  })
  .input(reportProvisioningFailedInput)
  .output(reportOutput)
  .mutation(({ ctx, input }) => operations.reportProvisioningFailed(ctx.deps, ctx.caller, input));
