import { reportOutput, reportProvisionedInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const reportProvisioned = merchantProcedure
  .meta({
    scope: 'proxy_sessions:write',
    errors: ['session_expired', 'session_state_conflict'],
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/provisioned',
      tags: ['Sessions'],
      summary: 'Report fulfilment',
      description:
        'Marks a paid or provisionable session as fulfilled. Repeating it changes nothing.',
    },
  })
  .input(reportProvisionedInput)
  .output(reportOutput)
  .mutation(({ ctx, input }) => operations.reportProvisioned(ctx.deps, ctx.caller, input));
